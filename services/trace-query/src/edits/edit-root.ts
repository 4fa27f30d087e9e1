import { editSimpleTrace, readIngestRequest } from '@spanhouse/span-intake';
import type { StoredSpan } from '@spanhouse/span-row';
import type {
  CanonicalSpan,
  JsonObject,
  SimpleTraceEdit,
  SpanMetrics,
  SpanPricing,
  SubmittedCumulative,
} from '@spanhouse/span-schema';
import { parseIfStored, parseStoredJson } from '../span-json/parse-stored-json.js';
import { writeSpanJson } from '../span-json/write-span-json.js';

/** The result of `editRoot`. */
export type EditedRoot =
  | { readonly status: 'edited'; readonly span: CanonicalSpan }
  /** The edited span is invalid; `reason` is a sentence. */
  | { readonly status: 'refused'; readonly reason: string };

/**
 * Applies an edit to a stored span. The span is read again as if it were submitted in the form that
 * reads show, so that references, links and hashes are derived as for every span; metrics and
 * prices are kept.
 */
export function editRoot(stored: StoredSpan, edit: SimpleTraceEdit): EditedRoot {
  const shown = toShown(stored);
  editSimpleTrace(shown, edit);
  const outcome = readIngestRequest(
    { spans: [shown] },
    { receivedAt: stored.received_at, createSpanName: () => stored.span_name },
  );
  const span = outcome.status === 'accepted' ? outcome.spans[0] : undefined;
  if (span === undefined) {
    const dropped = 'dropped' in outcome ? outcome.dropped[0] : undefined;
    return { status: 'refused', reason: dropped?.message ?? 'The edited span cannot be read.' };
  }
  return { status: 'edited', span: { ...span, ...keptOf(stored, edit) } };
}

const noAttributes = '{"ag":{"data":{}}}';

/** Returns the span as reads show it, but with its outputs as they are stored. */
function toShown(stored: StoredSpan): JsonObject {
  const frame = parseStoredJson<JsonObject>(writeSpanJson({ ...stored, attributes: noAttributes }));
  const { type = {} } = (frame['attributes'] as { ag: JsonObject }).ag;
  const attributes = parseStoredJson<{ ag: JsonObject } & JsonObject>(stored.attributes);
  return { ...frame, attributes: { ...attributes, ag: { ...attributes.ag, type } } };
}

function keptOf(stored: StoredSpan, edit: SimpleTraceEdit) {
  const { metrics, submitted_cumulative: cumulative, has_mapped_usage, pricing } = stored;
  const isAnnotation = stored.trace_type === 'annotation' || edit.links !== undefined;
  return {
    trace_type: isAnnotation ? 'annotation' : 'invocation',
    metrics: parseStoredJson<SpanMetrics>(metrics),
    submitted_cumulative: parseIfStored<SubmittedCumulative>(cumulative),
    has_mapped_usage,
    pricing: parseIfStored<SpanPricing>(pricing),
  } as const;
}
