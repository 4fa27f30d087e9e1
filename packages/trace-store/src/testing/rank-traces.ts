import type { StoredSpan } from '@spanhouse/span-row';
import { createFilterPredicate } from '@spanhouse/span-schema/testing';
import type { ExtentBounds, SpanHint } from '../span-hint.js';
import type { SpanSelection, TracePosition } from '../trace-reader.js';
import { compareTraces, inOrder, type Row, selectRows } from './select-rows.js';
import { toFilterableSpan } from './to-filterable-span.js';

/** Creates a test for a hint. The test is true for spans that the hint does not exclude. */
export type HintTest = (hint: SpanHint) => (span: StoredSpan) => boolean;

/** Tests only hints that are filters. Other hints exclude no spans. */
export function testFilters(hint: SpanHint): (span: StoredSpan) => boolean {
  if (hint.kind !== 'filter') {
    return () => true;
  }
  const matches = createFilterPredicate(hint.filter);
  return (span) => matches(toFilterableSpan(span));
}

/** Ranks traces by the latest of their matching rows. The result is in the order of the selection. */
export function rankTraces(
  rows: readonly Row[],
  selection: SpanSelection & { readonly after: TracePosition | undefined },
  hintTest: HintTest,
): readonly TracePosition[] {
  const { order, after, hint, traceHints = [] } = selection;
  const ranks = new Map<string, bigint>();
  const hasAll = tracesWithAll(rows, traceHints.map(hintTest));
  const isWithin = tracesWithin(rows, selection.extent);
  const mayMatter = hint === undefined ? () => true : hintTest(hint);
  for (const { span } of selectRows(rows, selection)) {
    const { trace_id, start_time } = span;
    if (!hasAll(trace_id) || !isWithin(trace_id) || !mayMatter(span)) {
      continue;
    }
    const rank = ranks.get(trace_id);
    if (rank === undefined || rank < start_time) {
      ranks.set(trace_id, start_time);
    }
  }
  return [...ranks]
    .map(([trace_id, rank]) => ({ trace_id, rank }))
    .sort(inOrder(order, compareTraces))
    .filter((trace) => after === undefined || inOrder(order, compareTraces)(trace, after) > 0);
}

/** Creates a function that returns whether every test is passed by at least one row of a trace. */
function tracesWithAll(
  rows: readonly Row[],
  tests: readonly ((span: StoredSpan) => boolean)[],
): (traceId: string) => boolean {
  const found = tests.map((test) => {
    const matching = rows.filter(({ span }) => test(span));
    return new Set(matching.map(({ span }) => span.trace_id));
  });
  return (traceId) => found.every((traceIds) => traceIds.has(traceId));
}

/** Creates a function that returns whether the extent of a trace is within the bounds. */
function tracesWithin(
  rows: readonly Row[],
  extent: ExtentBounds | undefined,
): (traceId: string) => boolean {
  if (extent === undefined) {
    return () => true;
  }
  const { startsUntil, endsFrom } = extent;
  const starting = rows.filter(({ span }) => span.start_time <= startsUntil);
  const ending = rows.filter(({ span }) => endsFrom === undefined || span.end_time >= endsFrom);
  const [started, ended] = [starting, ending].map(
    (some) => new Set(some.map(({ span }) => span.trace_id)),
  );
  return (traceId) => started?.has(traceId) === true && ended?.has(traceId) === true;
}
