import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { DroppedSpan } from './dropped-span.js';
import { finishSpansWithOrigins } from './finish-spans.js';
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
 * Takes out spans that turned out larger than a span may be, and rolls the rest up again without them: what is
 * left MUST be encoded anew. The trace type stays.
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
  rollUpPerTrace(kept);
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

function rollUpPerTrace(spans: readonly CanonicalSpan[]): void {
  const traces = new Map<string, CanonicalSpan[]>();
  for (const span of spans) {
    const trace = traces.get(span.trace_id);
    if (trace === undefined) {
      traces.set(span.trace_id, [span]);
    } else {
      trace.push(span);
    }
  }
  for (const trace of traces.values()) {
    rollUpMetrics(trace);
  }
}
