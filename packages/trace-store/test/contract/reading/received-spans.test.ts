import { drainStream } from '@spanhouse/service-runtime';
import type { ReceivedSelection, TraceReader } from '@spanhouse/trace-store/reader';
import { describeOnClickHouse } from '@spanhouse/trace-store/testing';
import fc from 'fast-check';
import { anySnapshot, expectAnswersOfFake, GENERATION } from '../any-history.js';
import { openWithReader, useOpened, useProject } from '../open-clickhouse.js';
import { spanId } from '../selecting.js';
import { anyListedSpan, anySelection } from './any-selection.js';
import { describeReaders, openFakeReader } from './reader-under-test.js';

const signal = new AbortController().signal;

/** Generates ranges of the log, some of which lack the second partition. */
function anyRange() {
  const positions = fc.tuple(anySnapshot(), fc.integer({ min: 1, max: 2 }));
  const vector = positions.map(([all, partitions]) => all.slice(0, partitions));
  return fc
    .tuple(anySelection(), vector, vector)
    .map(([{ filter, limit }, after, snapshot]) => ({ filter, limit, after, snapshot }));
}

async function read(reader: TraceReader, selection: ReceivedSelection) {
  const received: bigint[] = [];
  const stream = reader.streamReceived(selection, { signal, deadline: 'shared' });
  const hasMore = await drainStream(stream, (spans) => {
    received.push(...spans.map(({ received_at }) => received_at));
  });
  return { received, hasMore };
}

describeOnClickHouse('TraceReader received spans compared with the fake', (url, runs) => {
  const used = useOpened(() => openWithReader(url));

  it('are every version between two snapshots in the order of the log, without deleted spans', async () => {
    await expectAnswersOfFake({
      used,
      openFake: openFakeReader,
      anySpan: anyListedSpan(),
      anyQuery: anyRange(),
      numRuns: runs(20),
      answer: async ({ reader }, range, project_id) => [
        await read(reader, { project_id, ...range }),
        await reader.countReceived({ project_id, ...range }, signal),
      ],
    });
  });
});

describeReaders('TraceReader received spans', (open) => {
  const { used, project } = useProject(open);

  it('are returned in several portions if they are many or large, without unread parts', async () => {
    const text = 'x'.repeat(300_000);
    const begin = project.receivedAt;
    await project.sendAt(
      GENERATION | 7n,
      ...Array.from({ length: 600 }, (_, index) => ({
        span_id: spanId(index + 1),
        ...(index < 4 && { attributes: { text, ag: { data: {} } } }),
      })),
    );
    const range = { after: [GENERATION | 7n], snapshot: [GENERATION | 8n], limit: 1000 };
    const selection = { project_id: project.id, filter: undefined, ...range };

    const whole = await read(used.reader, selection);
    const parts = await read(used.reader, { ...selection, unread: ['attributes'] });

    expect(whole.received).toEqual(Array.from({ length: 600 }, (_, at) => begin + BigInt(at) + 1n));
    expect(parts).toEqual(whole);
  });
});
