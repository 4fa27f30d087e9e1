import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { DroppedSpan } from './dropped-span.js';
import { finishSpansWithOrigins, traceTypeOf } from './finish-spans.js';
import type { BadRequest, UnprocessableRequest } from './problem.js';
import { rollUpMetrics } from './roll-up-metrics.js';
import type { SpanDraft } from './span-draft.js';
import { SpanFault } from './span-fault.js';
import { placeFaults, type Submission, toDroppedSpan, toProblemEntry } from './submission.js';

/** What is to be stored of a request. */
export interface AcceptedSpans {
  status: 'accepted';
  /** In the order of `links`. */
  spans: CanonicalSpan[];
  dropped: DroppedSpan[];
  /** Where they were sent: what `refuseOversized` needs. */
  sources: SpanSources;
}

interface SpanSources {
  submission: Submission;
  /** By position in `spans`: the position in the submission. */
  origins: readonly number[];
}

/** Every span of the request was refused: 422 with both lists. */
export interface AllSpansRefused extends UnprocessableRequest {
  dropped: DroppedSpan[];
}

export type IngestOutcome = AcceptedSpans | AllSpansRefused | UnprocessableRequest | BadRequest;

/** Finishes what could be read; only a request of which nothing is left is refused as a whole. */
export function acceptSpans(submission: Submission): AcceptedSpans | AllSpansRefused {
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
  const { spans, origins } = finishSpansWithOrigins(drafts);
  return {
    status: 'accepted',
    spans,
    dropped:
      drafts.length === submission.entries.length ? [] : placeFaults(submission, toDroppedSpan),
    sources: { submission, origins: origins.map((origin) => positions[origin] as number) },
  };
}

/**
 * Takes out spans that turned out larger than a span may be, and gives the rest the trace type and the roll-up they
 * have without them: what is left MUST be encoded anew.
 */
export function refuseOversized(
  { spans, sources: { submission, origins } }: AcceptedSpans,
  isOversized: (span: CanonicalSpan, position: number) => boolean,
): AcceptedSpans | AllSpansRefused {
  const entries = [...submission.entries];
  const kept: CanonicalSpan[] = [];
  const keptOrigins: number[] = [];
  spans.forEach((span, position) => {
    const origin = origins[position] as number;
    if (isOversized(span, position)) {
      entries[origin] = OVERSIZED;
    } else {
      kept.push(span);
      keptOrigins.push(origin);
    }
  });
  const reduced = { ...submission, entries };
  if (kept.length === 0 && spans.length > 0) {
    return refuseAll(reduced);
  }
  finishAgain(kept, keptOrigins, entries);
  return {
    status: 'accepted',
    spans: kept,
    dropped: placeFaults(reduced, toDroppedSpan),
    sources: { submission: reduced, origins: keptOrigins },
  };
}

const OVERSIZED = new SpanFault({
  code: 'span_too_large',
  loc: [],
  reason: 'is larger than a span may be',
  type: 'value_error',
});

function refuseAll(submission: Submission): AllSpansRefused {
  return {
    status: 'unprocessable',
    detail: placeFaults(submission, toProblemEntry),
    dropped: placeFaults(submission, toDroppedSpan),
  };
}

interface KeptTrace {
  spans: CanonicalSpan[];
  drafts: SpanDraft[];
}

function finishAgain(
  spans: readonly CanonicalSpan[],
  origins: readonly number[],
  entries: Submission['entries'],
): void {
  const traces = new Map<string, KeptTrace>();
  spans.forEach((span, position) => {
    const trace = traces.get(span.trace_id) ?? { spans: [], drafts: [] };
    traces.set(span.trace_id, trace);
    trace.spans.push(span);
    trace.drafts.push(entries[origins[position] as number] as SpanDraft);
  });
  for (const trace of traces.values()) {
    rollUpMetrics(trace.spans);
    const traceType = traceTypeOf(trace.drafts);
    for (const span of trace.spans) {
      span.trace_type = traceType;
    }
  }
}
