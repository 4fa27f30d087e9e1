import type { CanonicalSpan, FilterExpression } from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { aSpan, START_NS } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { anySnapshot, traceIds } from '../any-history.js';
import { spanId } from '../selecting.js';

const LONG_NS = 90_000_000_000n;
/** Times near the ends of a walk's windows, and much later times. */
const windowEnds = [600_000_000_000n, 600_000_000_003n, 4_800_000_000_000n, 400_000_000_000_000n];

/** Generates a span with few possible values, so that values often coincide. */
export function anyListedSpan(): fc.Arbitrary<CanonicalSpan> {
  return fc
    .record({
      trace_id: fc.constantFrom(...traceIds),
      span_id: fc.integer({ min: 1, max: 4 }).map(spanId),
      span_kind: fc.constantFrom('SPAN_KIND_SERVER', 'SPAN_KIND_CLIENT'),
      start: fc.oneof(
        fc.bigInt({ min: 0n, max: 5n }),
        fc.constantFrom(LONG_NS, 2n * LONG_NS, 3n * LONG_NS, ...windowEnds),
      ),
    })
    .map(({ start, ...members }) => {
      const start_time = START_NS + start;
      return aSpan({ ...members, start_time, end_time: start_time + 1n });
    });
}

const servers: FilterExpression = {
  kind: 'equals_any',
  field: 'span_kind',
  values: ['SPAN_KIND_SERVER'],
};

/** Generates selections for any project. Most of them are unbounded, because empty lists prove little. */
export function anySelection(
  filters: readonly FilterExpression[] = [servers],
): fc.Arbitrary<Omit<SpanSelection, 'project_id'>> {
  const mostly = <Value, Usual>(arbitrary: fc.Arbitrary<Value>, value: Usual) =>
    fc.oneof({ weight: 3, arbitrary: fc.constant(value) }, { weight: 1, arbitrary });
  const bound = (offsets: readonly bigint[]) =>
    mostly(fc.constantFrom(...offsets.map((offset) => START_NS + offset)), undefined);
  return fc.record({
    filter: mostly(fc.constantFrom(...filters), undefined),
    oldest: bound([-1n, 0n, 1n, 2n, 3n, LONG_NS]),
    newest: bound([2n, 3n, 4n, 5n, LONG_NS, 2n * LONG_NS]),
    order: fc.constantFrom('ascending', 'descending'),
    ratePercent: mostly(fc.constantFrom(0, 1, 51, 99, 100), undefined),
    snapshot: mostly(anySnapshot(), []),
    limit: fc.constantFrom(1, 2, 3, 5, 20),
  });
}
