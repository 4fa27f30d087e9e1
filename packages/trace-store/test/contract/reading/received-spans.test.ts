import { randomUUID } from 'node:crypto';
import type { ReceivedSelection } from '@spanhouse/trace-store/reader';
import { aContext, aSpan } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { useOpened } from '../open-clickhouse.js';
import {
  anyHistory,
  anySelection,
  type History,
  nameOf,
  offsetOf,
  partitionOf,
  spanIdOf,
  startOf,
  toBlocks,
  toTombstones,
  traceIdOf,
} from './any-history.js';
import { describeReaders } from './reader-under-test.js';

const signal = new AbortController().signal;
const GENERATION = 1n << 48n;

type Range = Pick<ReceivedSelection, 'filter' | 'after' | 'snapshot' | 'limit'>;

function anyRange(): fc.Arbitrary<Range> {
  const position = fc.nat(50).map((offset) => GENERATION | BigInt(offset));
  const vector = fc.array(position, { minLength: 1, maxLength: 2 });
  return fc
    .tuple(anySelection(), vector, vector)
    .map(([{ filter, limit }, after, snapshot]) => ({ filter, limit, after, snapshot }));
}

/** Computes the expected rows of a range, by partition, log position, and sort key. */
function received(history: History, { filter, after, snapshot }: Range): readonly string[] {
  return history
    .filter((write) => {
      const partition = partitionOf(write);
      const offset = offsetOf(write);
      return (
        offset >= (after[partition] ?? GENERATION) && offset < (snapshot[partition] ?? GENERATION)
      );
    })
    .filter(
      ({ isDeleted, kind }) => !isDeleted && (filter === undefined || kind === 'SPAN_KIND_SERVER'),
    )
    .map((write) => ({
      key: [
        partitionOf(write),
        write.block,
        String(startOf(write)).padStart(20, '0'),
        traceIdOf(write),
        spanIdOf(write),
        String(write.received).padStart(4, '0'),
      ].join(' '),
      name: nameOf(write),
    }))
    .toSorted((left, right) => (left.key < right.key ? -1 : 1))
    .map(({ name }) => name);
}

describeReaders('TraceReader received spans', (open, runs) => {
  const used = useOpened(open);

  const read = async (selection: ReceivedSelection) => {
    const names: string[] = [];
    const stream = used.reader.streamReceived(selection, { signal, deadline: 'shared' });
    for (;;) {
      const step = await stream.next();
      if (step.done) {
        return { names, hasMore: step.value };
      }
      names.push(...step.value.map(({ span_name }) => span_name));
    }
  };

  it('are every version between two snapshots in the order of the log, without deleted spans', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyHistory(),
        fc.array(anyRange(), { minLength: 3, maxLength: 3 }),
        async (history, ranges) => {
          const project_id = randomUUID();
          for (const block of toBlocks(history, project_id)) {
            await used.store(block);
          }
          for (const block of toTombstones(history, project_id)) {
            await used.delete(block);
          }
          for (const range of ranges) {
            const all = received(history, range);
            const { names, hasMore } = await read({ project_id, ...range });
            expect(names).toEqual(all.slice(0, range.limit));
            expect(hasMore).toBe(all.length > range.limit);
            expect(await used.reader.countReceived({ project_id, ...range }, signal)).toBe(
              all.length,
            );
          }
        },
      ),
      { numRuns: runs(20) },
    );
  });

  it('are returned in several portions if they are many or large, without unread parts', async () => {
    const project_id = randomUUID();
    const text = 'x'.repeat(300_000);
    const rows = Array.from({ length: 600 }, (_, index) => ({
      span: aSpan({
        span_id: (index + 1).toString(16).padStart(16, '0'),
        span_name: `span ${index}`,
        ...(index < 4 && { attributes: { text, ag: { data: {} } } }),
      }),
      context: aContext({ project_id }),
    }));
    await used.store({ rows, logOffset: GENERATION | 7n });
    const range = { after: [GENERATION | 7n], snapshot: [GENERATION | 8n], limit: 1000 };
    const selection = { project_id, filter: undefined, ...range };

    const whole = await read(selection);
    const parts = await read({ ...selection, unread: ['attributes'] });

    expect(whole.names).toEqual(rows.map(({ span }) => span.span_name));
    expect(parts).toEqual(whole);
  });
});
