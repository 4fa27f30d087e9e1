import { randomBytes } from 'node:crypto';
import {
  aContext,
  aSpan,
  aSpanBlock,
  blockOfBytes,
  describeOnClickHouse,
  encodeRows,
  FakeSpanWriter,
} from '@spanhouse/trace-store/testing';
import type { SpanBlock, SpanWriter } from '@spanhouse/trace-store/writer';
import {
  blocksOfPartitions,
  countPlaces,
  countRows,
  readTombstones,
  rowsOf,
  type StoredCounts,
  useWriter,
} from './writer-under-test.js';

const never = new AbortController().signal;
const noSpan = '0'.repeat(16);

interface UsedWriter {
  readonly writer: SpanWriter;
  /** Counts the visible rows. */
  counts(): Promise<StoredCounts>;
  /** Counts the stored rows at each log position. The keys have the form `<partition>@<offset>`. */
  positions(): Promise<Readonly<Record<string, number>>>;
  /** Loses the rows of a block but keeps its token, as if the block had been written. */
  lose(block: SpanBlock): Promise<void>;
}

describe('SpanWriter contract in memory', () => {
  let fake: FakeSpanWriter;
  beforeEach(() => {
    fake = new FakeSpanWriter();
    fake.refuses = (row) => row.endsWith(noSpan);
  });

  describeContract(() => ({
    writer: fake,
    counts: () => {
      const { rows } = fake;
      return Promise.resolve({
        rows: rows.length,
        indexed: rows.length,
        ids: new Set(rows).size,
      });
    },
    positions: () => {
      const positions: Record<string, number> = {};
      for (const { partition, logOffset } of fake.positions) {
        const position = `${partition}@${logOffset}`;
        positions[position] = (positions[position] ?? 0) + 1;
      }
      return Promise.resolve(positions);
    },
    lose: (block) => Promise.resolve(fake.loseRows(block)),
  }));
});

describeOnClickHouse('SpanWriter contract', (url) => {
  const used = useWriter(url);

  describeContract(() => ({
    writer: used.writer,
    counts: () => countRows(used.database),
    positions: () => countPlaces(used.database),
    async lose(block) {
      await used.writer.write(block, never);
      await used.database.commandLocal(
        'ALTER TABLE spans DELETE WHERE true SETTINGS mutations_sync = 1',
      );
      await used.database.commandLocal('TRUNCATE TABLE trace_index');
    },
  }));
});

function describeContract(open: () => UsedWriter) {
  let used: UsedWriter;
  beforeEach(() => {
    used = open();
  });
  const counts = () => used.counts();

  it('stores a block once for one token, in the trace index too', async () => {
    const block = aSpanBlock(rowsOf(10));

    const outcomes = [await used.writer.write(block, never), await used.writer.write(block, never)];

    expect(outcomes).toEqual([{ status: 'written' }, { status: 'written' }]);
    expect(await counts()).toEqual({ rows: 10, indexed: 10, ids: 10 });
  });

  it('stores equal bytes again under another token', async () => {
    await used.writer.write(aSpanBlock(rowsOf(10), { deduplicationToken: 'one' }), never);
    await used.writer.write(aSpanBlock(rowsOf(10), { deduplicationToken: 'two' }), never);

    expect((await counts()).indexed).toBe(20);
  });

  describe('refuses a block', () => {
    const [good] = rowsOf(1);
    const goodBytes = encodeRows(rowsOf(20));

    it.each([
      ['that is cut off', goodBytes.subarray(0, goodBytes.length - 3)],
      ['that is cut off in a row of many', goodBytes.subarray(0, 100)],
      ['that is not rows', randomBytes(5000)],
      ['that is not rows and large', randomBytes(24_000_000)],
      ['whose row is followed by other bytes', Buffer.concat([goodBytes, Buffer.from('x')])],
    ])('%s', async (_, bytes) => {
      const outcome = await used.writer.write(blockOfBytes([bytes]), never);

      expect(outcome).toMatchObject({ status: 'refused' });
      expect((await counts()).rows).toBe(0);
    });

    it('whose frame is damaged', async () => {
      const block = aSpanBlock(rowsOf(1000));
      const frame = Buffer.from(block.frames[0] ?? []);
      const middle = Math.floor(frame.length / 2);
      frame.fill(0xff, middle, middle + 50);

      const outcome = await used.writer.write({ ...block, frames: [frame] }, never);

      expect(outcome).toMatchObject({ status: 'refused' });
    });

    it('and stores the valid rows if they are sent without the invalid one', async () => {
      const bad = { span: aSpan({ span_id: '0'.repeat(16) }), context: aContext() };
      await used.writer.write(aSpanBlock([bad, ...rowsOf(2)]), never);

      const outcome = await used.writer.write(aSpanBlock(good === undefined ? [] : [good]), never);

      expect(outcome).toEqual({ status: 'written' });
      expect(await counts()).toEqual({ rows: 1, indexed: 1, ids: 1 });
    });
  });

  it('adds nothing to a stored block', async () => {
    const block = aSpanBlock(rowsOf(10));
    await used.writer.write(block, never);

    expect(await used.writer.writeAgain(block, never)).toEqual({ status: 'written' });

    expect(await counts()).toEqual({ rows: 10, indexed: 10, ids: 10 });
  });

  it('stores a block that was never written', async () => {
    expect(await used.writer.writeAgain(aSpanBlock(rowsOf(10)), never)).toEqual({
      status: 'written',
    });

    expect(await counts()).toEqual({ rows: 10, indexed: 10, ids: 10 });
  });

  it('restores the rows of a block that were lost while their token was kept', async () => {
    const block = aSpanBlock(rowsOf(10));
    await used.lose(block);

    expect(await used.writer.writeAgain(block, never)).toEqual({ status: 'written' });

    expect((await counts()).ids).toBe(10);
  });

  it('rejects with the reason of a signal that has aborted', async () => {
    const reason = new Error('partition lost');
    const aborted = AbortSignal.abort(reason);

    await expect(used.writer.write(aSpanBlock(rowsOf(1)), aborted)).rejects.toBe(reason);
    await expect(used.writer.writeAgain(aSpanBlock(rowsOf(1)), aborted)).rejects.toBe(reason);
  });

  describe('with blocks that are written at the same time', () => {
    let insertedBlocks: number[];
    beforeEach(async () => {
      await readTombstones(used.writer, 10);
      insertedBlocks = [];
      used.writer.onInsert(({ length }) => insertedBlocks.push(length));
    });

    const writeAll = (blocks: readonly SpanBlock[], signal = never) =>
      Promise.all(blocks.map((block) => used.writer.write(block, signal)));

    it('stores each with its own log position, in few inserts', async () => {
      const outcomes = await writeAll(blocksOfPartitions([5, 7, 1, 30]));

      expect(outcomes).toEqual(Array(4).fill({ status: 'written' }));
      expect(await used.positions()).toEqual({ '0@100': 5, '1@101': 7, '2@102': 1, '3@103': 30 });
      expect(await counts()).toEqual({ rows: 43, indexed: 43, ids: 43 });
      expect(insertedBlocks).toEqual([1, 3]);
    });

    it('stores none of them again when they are repeated alone', async () => {
      const blocks = blocksOfPartitions([5, 7, 1, 30]);
      await writeAll(blocks);

      const outcomes = await Promise.all(
        blocks.map((block) => used.writer.writeAgain(block, never)),
      );

      expect(outcomes).toEqual(Array(4).fill({ status: 'written' }));
      expect(await counts()).toEqual({ rows: 43, indexed: 43, ids: 43 });
    });

    const goodBytes = encodeRows(rowsOf(20));
    const noSpanBytes = encodeRows([
      { span: aSpan({ span_id: noSpan }), context: aContext() },
      ...rowsOf(3),
    ]);
    it.each([
      ['has a row that is refused', [noSpanBytes], 4],
      ['is cut off', [goodBytes.subarray(0, goodBytes.length - 3)], 20],
      ['is cut off in a row of many', [goodBytes.subarray(0, 100)], 20],
      ['is not rows', [randomBytes(5000)], 20],
    ])('stores all but the one that %s', async (_, bytes, rowsAtOffset) => {
      const blocks = blocksOfPartitions([1, 5, 7, 4]);
      const bad = blockOfBytes(bytes, { logPartition: 9, rowsAtOffset });

      const outcomes = await writeAll(blocks.toSpliced(2, 0, bad));

      expect(outcomes.map(({ status }) => status)).toEqual([
        'written',
        'written',
        'refused',
        'written',
        'written',
      ]);
      expect(await used.positions()).toEqual({ '0@100': 1, '1@101': 5, '2@102': 7, '3@103': 4 });
    });

    it('stores all blocks but the one whose caller leaves', async () => {
      const [first, second, third] = blocksOfPartitions([5, 7, 1]);
      const leaving = new AbortController();
      const reason = new Error('partition lost');
      if (first === undefined || second === undefined || third === undefined) {
        throw new Error('three blocks expected');
      }

      const stays = writeAll([first, third]);
      const left = expect(used.writer.write(second, leaving.signal)).rejects.toBe(reason);
      leaving.abort(reason);

      await left;
      expect(await stays).toEqual(Array(2).fill({ status: 'written' }));
      expect(await used.positions()).toMatchObject({ '0@100': 5, '2@102': 1 });
    });
  });

  it('checks that the schema is the current one', async () => {
    await expect(used.writer.check()).resolves.toBeUndefined();
  });
}
