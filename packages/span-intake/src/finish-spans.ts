import type { CanonicalSpan, TraceType } from '@spanhouse/span-schema';
import { type SpanContext, toCanonicalSpan } from './canonical-span.js';
import { createGapBudget } from './place-attribute.js';
import { createPriceLookUps } from './price-table.js';
import { rollUpMetrics } from './roll-up-metrics.js';
import type { SpanDraft } from './span-draft.js';

/** Canonical spans, and for each the position of the draft it was made of. */
export interface FinishedSpans {
  spans: CanonicalSpan[];
  origins: number[];
}

/**
 * Makes canonical spans of the drafts of one request: normalised, with metrics rolled up and the trace type set
 * per trace. Grouped by trace in first-seen order; a (trace, span) id that comes twice is one span, at the
 * position of the first with the content of the last. Takes over the drafts' attributes.
 */
export function finishSpans(drafts: readonly SpanDraft[]): CanonicalSpan[] {
  return finishSpansWithOrigins(drafts).spans;
}

export function finishSpansWithOrigins(drafts: readonly SpanDraft[]): FinishedSpans {
  const bounds = { budget: createGapBudget(), lookUps: createPriceLookUps() };
  const finished: FinishedSpans = { spans: [], origins: [] };
  for (const trace of groupByTrace(drafts)) {
    const spans = finishTrace(drafts, trace, bounds);
    for (let at = 0; at < spans.length; at++) {
      finished.spans.push(spans[at] as CanonicalSpan);
      finished.origins.push(trace.origins[at] as number);
    }
  }
  return finished;
}

/** The spans of one trace, as positions of drafts. */
interface TraceGroup {
  traceId: string;
  origins: number[];
  /** Where in `origins` a span id stands. */
  places: Map<string, number>;
}

function groupByTrace(drafts: readonly SpanDraft[]): Iterable<TraceGroup> {
  const groups = new Map<string, TraceGroup>();
  let group: TraceGroup | undefined;
  for (let at = 0; at < drafts.length; at++) {
    const { trace_id: traceId, span_id: spanId } = drafts[at] as SpanDraft;
    if (group === undefined || group.traceId !== traceId) {
      group = groupFor(groups, traceId);
    }
    const place = group.places.get(spanId);
    if (place === undefined) {
      group.places.set(spanId, group.origins.length);
      group.origins.push(at);
    } else {
      group.origins[place] = at;
    }
  }
  return groups.values();
}

function groupFor(groups: Map<string, TraceGroup>, traceId: string): TraceGroup {
  const known = groups.get(traceId);
  if (known !== undefined) {
    return known;
  }
  const group: TraceGroup = { traceId, origins: [], places: new Map() };
  groups.set(traceId, group);
  return group;
}

/** What all spans of a request share. */
type RequestBounds = Omit<SpanContext, 'trace_type'>;

function finishTrace(
  drafts: readonly SpanDraft[],
  { origins }: TraceGroup,
  bounds: RequestBounds,
): CanonicalSpan[] {
  const own = origins.map((origin) => drafts[origin] as SpanDraft);
  const context = { trace_type: traceTypeOf(own), ...bounds };
  const spans = own.map((draft) => toCanonicalSpan(draft, context));
  rollUpMetrics(spans);
  return spans;
}

/** One list of links, an empty one included, makes the whole trace an annotation (API: "Trace type"). */
export function traceTypeOf(drafts: readonly SpanDraft[]): TraceType {
  return drafts.some((draft) => draft.links !== undefined) ? 'annotation' : 'invocation';
}
