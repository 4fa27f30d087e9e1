import type { CanonicalSpan, ProjectPrices, TraceType } from '@spanhouse/span-schema';
import { createUnfoldBudget } from '../ag/unfold-budget.js';
import { responseIdIn } from '../metrics/echoes.js';
import { createPriceLookUps } from '../metrics/price-table.js';
import { rollUpMetrics } from '../metrics/roll-up-metrics.js';
import { createHashBudget } from '../references/reference-hash.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { type SpanContext, toCanonicalSpan } from './canonical-span.js';

/** Canonical spans, and for each one the position of its draft. */
export interface FinishedSpans {
  spans: CanonicalSpan[];
  origins: number[];
}

/** Facts about the request that sent the spans. */
export interface RequestFacts {
  /** The size of a body whose spans can be very small. */
  readonly bodyBytes?: number | undefined;
  /** The prices of the project's own models. */
  readonly prices?: ProjectPrices | undefined;
}

/**
 * Makes canonical spans of the drafts of one request: normalised, with metrics rolled up and the
 * trace type set per trace. The spans are grouped by trace in the order of first occurrence. Spans
 * with the same trace and span id become one span, at the position of the first and with the
 * content of the last. Takes over the drafts' attributes. Throws RequestTooComplex.
 */
export function finishSpans(
  drafts: readonly SpanDraft[],
  { bodyBytes = Number.POSITIVE_INFINITY, prices }: RequestFacts = {},
): FinishedSpans {
  const bounds = {
    budget: createUnfoldBudget(),
    lookUps: createPriceLookUps(prices),
    hashes: createHashBudget(bodyBytes),
  };
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
  /** The position of each span id in `origins`. */
  positions: Map<string, number>;
}

function groupByTrace(drafts: readonly SpanDraft[]): Iterable<TraceGroup> {
  const groups = new Map<string, TraceGroup>();
  let group: TraceGroup | undefined;
  for (let at = 0; at < drafts.length; at++) {
    const { trace_id: traceId, span_id: spanId } = drafts[at] as SpanDraft;
    if (group === undefined || group.traceId !== traceId) {
      group = groupFor(groups, traceId);
    }
    const position = group.positions.get(spanId);
    if (position === undefined) {
      group.positions.set(spanId, group.origins.length);
      group.origins.push(at);
    } else {
      group.origins[position] = at;
    }
  }
  return groups.values();
}

function groupFor(groups: Map<string, TraceGroup>, traceId: string): TraceGroup {
  const group = groups.get(traceId) ?? { traceId, origins: [], positions: new Map() };
  groups.set(traceId, group);
  return group;
}

/** The bounds that all spans of a request share. */
type RequestBounds = Omit<SpanContext, 'trace_type'>;

function finishTrace(
  drafts: readonly SpanDraft[],
  { origins }: TraceGroup,
  bounds: RequestBounds,
): CanonicalSpan[] {
  const own = origins.map((origin) => drafts[origin] as SpanDraft);
  const context = { trace_type: traceTypeOf(own), ...bounds };
  const spans = own.map((draft) => toCanonicalSpan(draft, context));
  rollUpMetrics(spans, responseIdIn);
  return spans;
}

/** Returns the type of a trace. One annotation span makes the whole trace an annotation. */
export function traceTypeOf(drafts: readonly SpanDraft[]): TraceType {
  return drafts.some((draft) => draft.is_annotation) ? 'annotation' : 'invocation';
}
