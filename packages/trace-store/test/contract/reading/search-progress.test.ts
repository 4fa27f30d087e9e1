import { randomUUID } from 'node:crypto';
import { drainStream } from '@spanhouse/service-runtime';
import type { SpanSelection } from '@spanhouse/trace-store/reader';
import { listTraces } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { anyHistory, storeHistory } from '../any-history.js';
import { useOpened } from '../open-clickhouse.js';
import { anyListedSpan, anySelection } from './any-selection.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;

interface Progress {
  readonly times: bigint[];
  readonly hasMore: boolean;
}

describeReaders('TraceReader progress', (open, runs) => {
  const used = useOpened(open);

  /** Reads a list and checks, for each report, that no later item precedes the reported time. */
  async function progressOf<Item>(
    list: 'streamSpans' | 'streamTraces',
    selection: SpanSelection,
    timeOf: (item: Item) => bigint,
  ): Promise<Progress> {
    const times: bigint[] = [];
    const isBefore = (time: bigint, other: bigint) =>
      selection.order === 'ascending' ? time < other : time > other;
    const onSearched = (time: bigint) => void times.push(time);
    const options = { signal, deadline: 'each', onSearched } as const;
    const stream = used.reader[list]({ ...selection, after: undefined }, options);
    const hasMore = await drainStream(
      stream as AsyncGenerator<readonly Item[], boolean>,
      (items) => {
        const reached = times.at(-1);
        for (const item of items) {
          expect(reached !== undefined && isBefore(timeOf(item), reached)).toBe(false);
        }
      },
    );
    for (const [at, time] of times.entries()) {
      expect(isBefore(time, times[at - 1] ?? time)).toBe(false);
    }
    return { times, hasMore };
  }

  it('reaches the end of the window or the last item, and never passes an item that follows', async () => {
    await fc.assert(
      fc.asyncProperty(anyHistory(anyListedSpan()), anySelection(), async (history, anyWindow) => {
        const project_id = randomUUID();
        await storeHistory(used, { ...history, deletes: [] }, project_id);
        const selection = { ...anyWindow, project_id };
        const bound = selection.order === 'ascending' ? selection.newest : selection.oldest;

        const spans = await progressOf(
          'streamSpans',
          selection,
          (span: { start_time: bigint }) => span.start_time,
        );
        const traces = await progressOf(
          'streamTraces',
          selection,
          (trace: { rank: bigint }) => trace.rank,
        );

        const all = { ...selection, limit: 1000, after: undefined };
        const listed = await used.reader.listSpans(all, signal);
        const ranked = await listTraces(used.reader, all, signal);
        expect(spans.hasMore).toBe(listed.spans.length > selection.limit);
        expect(traces.hasMore).toBe(ranked.traces.length > selection.limit);
        for (const progress of [spans, traces]) {
          expectEnd(progress, bound);
        }
      }),
      { numRuns: runs(20), interruptAfterTimeLimit: 60_000 },
    );
  });
});

/** Checks that the search has reached the last item if the list is truncated, and otherwise the end of its window. */
function expectEnd({ times, hasMore }: Progress, bound: bigint | undefined): void {
  if (hasMore) {
    expect(times.length).toBeGreaterThan(0);
  } else if (bound !== undefined) {
    expect(times.at(-1)).toBe(bound);
  }
}
