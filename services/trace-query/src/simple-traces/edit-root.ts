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
import { parseStoredJson } from '../query/parse-stored-json.js';
import { writeSpanJson } from '../query/write-span-json.js';

export type EditedRoot =
  | { readonly status: 'edited'; readonly span: CanonicalSpan }
  /** What the edit brings is no part of a span; `reason` is a sentence. */
  | { readonly status: 'refused'; readonly reason: string };

/**
 * The span with the edit in it. It is taken in again as it would be shown, so that references, links
 * and hashes become what they are on every span; metrics and prices are not computed anew.
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
  return { status: 'edited', span: { ...span, ...keptOf(stored, span) } };
}

const NO_ATTRIBUTES = '{"ag":{"data":{}}}';

/** As a read shows it, but with the outputs as they are stored. */
function toShown(stored: StoredSpan): JsonObject {
  const frame = parseStoredJson<JsonObject>(
    writeSpanJson({ ...stored, attributes: NO_ATTRIBUTES }),
  );
  const { type = {} } = (frame['attributes'] as { ag: JsonObject }).ag;
  const attributes = parseStoredJson<{ ag: JsonObject } & JsonObject>(stored.attributes);
  return { ...frame, attributes: { ...attributes, ag: { ...attributes.ag, type } } };
}

function keptOf(stored: StoredSpan, edited: CanonicalSpan) {
  const { metrics, submitted_cumulative: cumulative, pricing } = stored;
  const isAnnotation = stored.trace_type === 'annotation' || edited.trace_type === 'annotation';
  return {
    trace_type: isAnnotation ? 'annotation' : 'invocation',
    metrics: parseStoredJson<SpanMetrics>(metrics),
    submitted_cumulative:
      cumulative === undefined ? undefined : parseStoredJson<SubmittedCumulative>(cumulative),
    pricing: pricing === undefined ? undefined : parseStoredJson<SpanPricing>(pricing),
  } as const;
}
