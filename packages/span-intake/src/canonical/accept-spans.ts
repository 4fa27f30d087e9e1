import type { CanonicalSpan, ProjectPrices } from '@spanhouse/span-schema';
import { responseIdIn } from '../metrics/echoes.js';
import { rollUpMetrics } from '../metrics/roll-up-metrics.js';
import type { DroppedSpan } from '../submission/dropped-span.js';
import type { BadRequest, UnprocessableRequest } from '../submission/problem.js';
import { type TooComplexRequest, toTooComplex } from '../submission/request-too-complex.js';
import type { SpanDraft } from '../submission/span-draft.js';
import { SpanFault } from '../submission/span-fault.js';
import {
  locateFaults,
  type Submission,
  toDroppedSpan,
  toProblemEntry,
} from '../submission/submission.js';
import { finishSpans, type RequestFacts, traceTypeOf } from './finish-spans.js';

/** The accepted spans of a request, and a report on the dropped spans. */
export interface AcceptedSpans {
  readonly status: 'accepted';
  /** The accepted spans, in the order of the response's `links`. */
  readonly spans: readonly CanonicalSpan[];
  readonly dropped: readonly DroppedSpan[];
  readonly source: AcceptedSource;
}

/** The drafts and reports that are needed to drop accepted spans later. */
interface AcceptedSource {
  readonly drafts: readonly SpanDraft[];
  /** For each accepted span, the position of its draft. */
  readonly origins: readonly number[];
  /** Positions of the drafts that were refused because of their size. */
  readonly oversized: readonly number[];
  /** Reports all dropped spans of the request, including the oversized drafts at the given positions. */
  readonly reportDropped: (oversized: readonly number[]) => readonly DroppedSpan[];
  /**
   * Returns the refusal of a request that has no spans left. Absent for protocols that report success even in this
   * case.
   */
  readonly refuseAll?: (oversized: readonly number[]) => AllSpansRefused;
}

type SourceReport = Pick<AcceptedSource, 'reportDropped' | 'refuseAll'>;

/** The refusal of a request in which every span is invalid: a 422 response with `detail` and `dropped`. */
export interface AllSpansRefused extends UnprocessableRequest {
  dropped: DroppedSpan[];
}

export type IngestOutcome =
  | AcceptedSpans
  | AllSpansRefused
  | UnprocessableRequest
  | BadRequest
  | TooComplexRequest;

/**
 * Converts the valid entries of a JSON request to canonical spans. Refuses the whole request only if every entry is
 * invalid.
 */
export function acceptSpans(
  submission: Submission,
  prices?: ProjectPrices,
): AcceptedSpans | AllSpansRefused | TooComplexRequest {
  const drafts: SpanDraft[] = [];
  const positions: number[] = [];
  submission.entries.forEach((entry, position) => {
    if (!(entry instanceof SpanFault)) {
      drafts.push(entry);
      positions.push(position);
    }
  });
  if (drafts.length === 0 && submission.entries.length > 0) {
    return refuseAll(submission);
  }
  const without = (oversized: readonly number[]): Submission => {
    const entries = [...submission.entries];
    for (const draft of oversized) {
      entries[positions[draft] as number] = oversizedFault;
    }
    return { ...submission, entries };
  };
  const report: SourceReport = {
    reportDropped: (oversized) =>
      oversized.length === 0 && drafts.length === submission.entries.length
        ? []
        : locateFaults(without(oversized), toDroppedSpan),
    refuseAll: (oversized) => refuseAll(without(oversized)),
  };
  return acceptDrafts(drafts, report, { prices });
}

/**
 * Converts drafts to canonical spans. `report` builds the list of dropped spans in the form that the protocol requires.
 */
export function acceptDrafts(
  drafts: readonly SpanDraft[],
  report: SourceReport,
  request: RequestFacts,
): AcceptedSpans | TooComplexRequest {
  try {
    const { spans, origins } = finishSpans(drafts, request);
    const source = { drafts, origins, oversized: [], ...report };
    return { status: 'accepted', spans, dropped: report.reportDropped([]), source };
  } catch (error) {
    return toTooComplex(error);
  }
}

/** The accepted spans that remain after oversized spans were dropped, and the result of `build` for them. */
export interface FittedSpans<Built> {
  readonly status: 'fitted';
  readonly accepted: AcceptedSpans;
  readonly built: Built;
}

/**
 * Builds records of the accepted spans and drops the spans that are too large. The size of a span is known only after
 * it is built, so `build` returns the positions of oversized spans. The remaining spans are built again until none is
 * too large.
 */
export function fitSpans<Built extends { readonly tooLarge: readonly number[] }>(
  given: AcceptedSpans,
  build: (spans: readonly CanonicalSpan[]) => Built,
): FittedSpans<Built> | AllSpansRefused {
  let accepted = given;
  for (;;) {
    const built = build(accepted.spans);
    if (built.tooLarge.length === 0) {
      return { status: 'fitted', accepted, built };
    }
    const rest = refuseOversized(accepted, built.tooLarge);
    if (rest.status === 'unprocessable') {
      return rest;
    }
    accepted = rest;
  }
}

/** Drops the spans at the given positions, and recomputes the trace type and roll-up of the remaining spans. */
function refuseOversized(
  { spans, source }: AcceptedSpans,
  tooLarge: readonly number[],
): AcceptedSpans | AllSpansRefused {
  const refused = new Set(tooLarge);
  const oversized = [...source.oversized, ...tooLarge.map((at) => source.origins[at] as number)];
  const kept = spans.filter((_span, position) => !refused.has(position));
  if (kept.length === 0 && source.refuseAll !== undefined) {
    return source.refuseAll(oversized);
  }
  const origins = source.origins.filter((_origin, position) => !refused.has(position));
  const drafts = origins.map((origin) => source.drafts[origin] as SpanDraft);
  finishAgain(kept, drafts);
  return {
    status: 'accepted',
    spans: kept,
    dropped: source.reportDropped(oversized),
    source: { ...source, origins, oversized },
  };
}

const oversizedFault = new SpanFault({
  code: 'span_too_large',
  loc: [],
  reason: 'is larger than a span may be',
});

function refuseAll(submission: Submission): AllSpansRefused {
  return {
    status: 'unprocessable',
    detail: locateFaults(submission, toProblemEntry),
    dropped: locateFaults(submission, toDroppedSpan),
  };
}

/** Recomputes the trace type and roll-up of each trace. `spans` and `drafts` have the same order. */
function finishAgain(spans: readonly CanonicalSpan[], drafts: readonly SpanDraft[]): void {
  const positions = Map.groupBy(spans.keys(), (position) => spans[position]?.trace_id);
  for (const own of positions.values()) {
    const trace = own.map((position) => spans[position] as CanonicalSpan);
    const traceType = traceTypeOf(own.map((position) => drafts[position] as SpanDraft));
    rollUpMetrics(trace, responseIdIn);
    for (const span of trace) {
      span.trace_type = traceType;
    }
  }
}
