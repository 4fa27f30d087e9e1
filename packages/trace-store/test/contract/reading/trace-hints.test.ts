import type { CanonicalSpan, FilterExpression } from '@spanhouse/span-schema';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { listTraces, START_NS } from '@spanhouse/trace-store/testing';
import { useProject } from '../open-clickhouse.js';
import { everything, spanId, traceId } from '../selecting.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;
const hour = 3_600_000_000_000n;

function named(name: string): FilterExpression {
  return { kind: 'equals_any', field: 'span_name', values: [name] };
}

describeReaders('TraceReader lists with hints on traces', (open) => {
  const { used, project } = useProject(open);
  const at = ([trace, span]: readonly [number, number], name: string, start: bigint) => ({
    trace_id: traceId(trace),
    span_id: spanId(span),
    span_name: name,
    start_time: START_NS + start,
    end_time: START_NS + start + 5n,
  });
  const listed = async (
    filters: readonly FilterExpression[],
    bounds: Partial<
      Pick<SpanSelection, 'oldest' | 'newest' | 'order' | 'hint' | 'extent' | 'snapshot'>
    > = {},
  ) => {
    const { traces } = await listTraces(
      used.reader,
      {
        ...everything(project.id),
        traceHints: filters.map((filter) => ({ kind: 'filter', filter })),
        ...bounds,
      },
      signal,
    );
    return traces.map(({ trace_id, rank, spans }) => [
      Number.parseInt(trace_id, 16),
      rank - START_NS,
      spans.length,
    ]);
  };

  it('finds traces whose different spans satisfy the filters, by their latest span', async () => {
    await project.send(
      at([1, 1], 'a', 0n),
      at([1, 2], 'b', 5n),
      at([1, 3], 'c', 9n),
      at([2, 1], 'a', 1n),
      at([3, 1], 'b', 2n),
      at([4, 1], 'b', 3n),
      at([4, 2], 'a', 4n),
    );

    expect(await listed([named('a'), named('b')])).toEqual([
      [1, 9n, 3],
      [4, 4n, 2],
    ]);
    expect(await listed([named('a')], { order: 'ascending' })).toEqual([
      [2, 1n, 1],
      [4, 4n, 2],
      [1, 9n, 3],
    ]);
    expect(await listed([named('a'), named('nothing')])).toEqual([]);
  });

  it('finds traces in which only spans outside the window satisfy a filter', async () => {
    await project.send(
      at([1, 1], 'root', 0n),
      at([1, 2], 'late', 20n * hour),
      at([2, 1], 'early', -30n * hour),
      at([2, 2], 'root', 1n),
      at([3, 1], 'root', 2n),
      at([4, 1], 'early', -29n * hour),
    );
    await project.send(at([3, 2], 'late', 50n * hour));
    const window = { oldest: START_NS, newest: START_NS + 10n };

    expect(await listed([named('late')], window)).toEqual([
      [3, 2n, 2],
      [1, 0n, 2],
    ]);
    expect(await listed([named('early')], window)).toEqual([[2, 1n, 2]]);
  });

  it.each<[string, Partial<SpanSelection>, readonly (readonly [number, bigint, number])[]]>([
    [
      'start in a range, and those that reach it',
      { extent: { startsUntil: START_NS + 2n * hour, endsFrom: START_NS }, oldest: START_NS },
      [
        [5, 40n * hour, 2],
        [1, 30n * hour, 2],
        [2, hour, 1],
      ],
    ],
    [
      'start before a range and reach it',
      { extent: { startsUntil: START_NS - 1n, endsFrom: START_NS } },
      [
        [5, 40n * hour, 2],
        [4, -1n, 1],
      ],
    ],
    [
      'start by a time',
      { extent: { startsUntil: START_NS - hour, endsFrom: undefined } },
      [
        [5, 40n * hour, 2],
        [6, -9n * hour, 1],
      ],
    ],
    [
      'start when none did',
      { extent: { startsUntil: START_NS - 99n * hour, endsFrom: undefined } },
      [],
    ],
  ])('finds the traces that %s, and no others', async (_what, bounds, expected) => {
    await project.send(
      at([1, 1], 'a', 0n),
      at([1, 2], 'a', 30n * hour),
      at([2, 1], 'a', hour),
      at([3, 1], 'a', 5n * hour),
      at([4, 1], 'a', -1n),
      at([5, 1], 'a', -10n * hour),
      at([5, 2], 'a', 40n * hour),
      at([6, 1], 'a', -9n * hour),
    );

    expect(await listed([], bounds)).toEqual(expected);
  });

  it('finds the traces that reach into a range after the traces of the range, in one snapshot', async () => {
    await project.send(
      at([1, 1], 'a', 0n),
      at([2, 1], 'a', -1n),
      at([3, 1], 'a', -hour),
      at([3, 2], 'b', hour),
      at([4, 1], 'a', -hour),
    );
    const snapshot = [1n << 60n];
    const inRange = { startsUntil: START_NS + 9n, endsFrom: START_NS };
    const reaching = { startsUntil: START_NS - 1n, endsFrom: START_NS };

    for (let time = 0; time < 2; time++) {
      expect(await listed([], { oldest: START_NS, extent: inRange, snapshot })).toEqual([
        [3, hour, 2],
        [1, 0n, 1],
      ]);
      expect(await listed([named('a')], { extent: reaching, snapshot })).toEqual([
        [3, hour, 2],
        [2, -1n, 1],
      ]);
    }
    await project.send(at([5, 1], 'a', -2n));
    expect(await listed([], { extent: reaching, snapshot: [(1n << 60n) + 1n] })).toEqual([
      [3, hour, 2],
      [2, -1n, 1],
      [5, -2n, 1],
    ]);
  });

  it('never omits a trace whose spans satisfy the hints', async () => {
    const member = (name: string): Partial<CanonicalSpan> => ({
      attributes: { user: { tier: name }, ag: { data: {} } },
    });
    await project.send(
      { ...at([1, 1], 'a', 0n), ...member('gold') },
      { ...at([1, 2], 'b', 1n), ...member('free') },
      { ...at([2, 1], 'c', 2n), ...member('gold') },
    );
    const hint = { kind: 'has_value', keys: ['user.tier'], value: 'gold' } as const;

    expect(await listed([named('b')], { hint })).toEqual([[1, expect.any(BigInt), 2]]);
  });

  it('finds matches far from the newest spans', async () => {
    const many = Array.from({ length: 400 }, (_, index) =>
      at([100 + index, 1], 'noise', BigInt(index) * hour),
    );
    await project.send(
      ...many,
      at([1, 1], 'a', -hour),
      at([1, 2], 'rare', -hour),
      at([2, 1], 'rare', 300n * hour),
    );

    expect(await listed([named('rare')])).toEqual([
      [2, 300n * hour, 1],
      [1, -hour, 2],
    ]);
  });
});
