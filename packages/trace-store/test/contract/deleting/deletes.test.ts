import { randomUUID } from 'node:crypto';
import { setImmediate } from 'node:timers/promises';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, FakeClock } from '@spanhouse/service-runtime/testing';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import {
  createSpanWriter,
  createTombstoneRemover,
  type SpanWriter,
  type TombstoneRemover,
} from '@spanhouse/trace-store/writer';
import { everything, idsOf, shownSpans, spanId } from '../reading/shown-spans.js';

const signal = new AbortController().signal;
const GENERATION = 1n << 48n;

function traceId(number: number) {
  return number.toString(16).padStart(32, '0');
}

describeOnClickHouse('deletes of traces', (url) => {
  let database: TestDatabase;
  let writer: SpanWriter;
  let reader: TraceReader;
  let remover: TombstoneRemover;
  let project_id: string;
  let logPartition = 0;
  let received = 0n;

  beforeAll(async () => {
    database = await createTestDatabase(url);
    const logger = createSilentLogger();
    writer = createSpanWriter(database.config, { logger });
    reader = createTraceReader(database.config, { logger, clock: systemClock });
    remover = createTombstoneRemover(database.config, { logger });
  });
  beforeEach(() => {
    project_id = randomUUID();
    logPartition++;
  });
  afterAll(async () => {
    await writer.close();
    await reader.close();
    await remover.close();
    await database.drop();
  });

  const blockOf = (offset: bigint, spans: readonly Partial<CanonicalSpan>[]) => {
    const rows = spans.map((members) => ({
      span: aSpan(members),
      context: aContext({ project_id, received_at: START_NS + ++received }),
    }));
    return aSpanBlock(rows, { logOffset: GENERATION | offset, logPartition });
  };
  /** Creates a block with spans of a trace at a log position. */
  const store = async (offset: bigint, spans: readonly Partial<CanonicalSpan>[], by = writer) => {
    expect(await by.write(blockOf(offset, spans), signal)).toEqual({ status: 'written' });
  };
  const trace = (number: number, spanIds: readonly number[]) =>
    spanIds.map((id) => ({
      trace_id: traceId(number),
      span_id: spanId(id),
      start_time: START_NS + BigInt(100 * number + id),
    }));
  const remove = async (offset: bigint, numbers: readonly number[]) => {
    const tombstones = numbers.map((number) => ({
      projectId: project_id,
      traceId: traceId(number),
      logOffset: GENERATION | offset,
    }));
    const block = { logPartition, tombstones };
    expect(await writer.writeTombstones(block, signal)).toEqual({ status: 'written' });
  };
  const shown = (number: number) => shownSpans(reader, project_id, traceId(number));
  const storedSpans = async () => {
    const [row] = await database.select<{ n: string }>(
      `SELECT uniqExact(trace_id, span_id) AS n FROM spans WHERE project_id = '${project_id}'`,
    );
    return Number(row?.n);
  };
  const removeAll = async () => {
    for (let deletes = 1; deletes > 0; ) {
      const outcome = await remover.removeBatch(100, signal);
      if (outcome.status === 'busy') {
        throw new Error(outcome.reason);
      }
      deletes = outcome.deletes;
    }
  };

  it('hide the rows before them, and no others, in every kind of read', async () => {
    await store(10n, [...trace(1, [1, 2]), ...trace(2, [1, 2])]);
    await remove(20n, [1]);

    expect(await shown(1)).toEqual([]);
    expect(await shown(2)).toEqual([1, 2]);
  });

  it('do not affect a trace with the same id in another project', async () => {
    await store(10n, trace(1, [1]));
    const mine = project_id;
    project_id = randomUUID();
    await store(10n, trace(1, [2]));
    await remove(20n, [1]);

    project_id = mine;
    expect(await shown(1)).toEqual([1]);
  });

  it('do not hide a trace that is sent again later', async () => {
    await store(10n, trace(1, [1, 2, 3]));
    await remove(20n, [1]);
    await store(30n, trace(1, [2, 4]));

    expect(await shown(1)).toEqual([2, 4]);
    await removeAll();
    expect(await shown(1)).toEqual([2, 4]);
    expect(await storedSpans()).toBe(2);
    await remove(40n, [1]);
    expect(await shown(1)).toEqual([]);
  });

  it.each([
    ['as they come', false],
    ['merged', true],
  ])(
    'hide no span that is sent again with an earlier receive time, parts %s',
    async (_, isMerged) => {
      received = 1000n;
      await store(10n, trace(1, [1]));
      await remove(20n, [1]);
      received = 500n;
      await store(30n, trace(1, [1]));
      if (isMerged) {
        await database.commandLocal('OPTIMIZE TABLE spans FINAL');
      }

      expect(await shown(1)).toEqual([1]);
    },
  );

  it('do not show an older version of a span again', async () => {
    const [span] = trace(1, [1]);
    await store(10n, [{ ...span, start_time: START_NS + 900n }]);
    await store(15n, [{ ...span }]);
    await remove(20n, [1]);

    expect(await shown(1)).toEqual([]);
  });

  it('skip a deleted trace with many more spans than a page', async () => {
    await store(
      10n,
      trace(
        9,
        Array.from({ length: 5000 }, (_, index) => index + 1),
      ),
    );
    await store(11n, trace(2, [1, 2, 3]));
    await remove(20n, [9]);

    const page = await reader.listSpans({ ...everything(project_id), limit: 2 }, signal);

    expect([idsOf(page.spans), page.hasMore]).toEqual([[3, 2], true]);
  });

  it('are removed in a batch, also from the trace index', async () => {
    await store(10n, [...trace(1, [1, 2]), ...trace(2, [1]), ...trace(3, [1])]);
    await remove(20n, [1, 3, 77]);

    await removeAll();

    expect(await storedSpans()).toBe(1);
    expect(
      await database.select(
        `SELECT lower(hex(trace_id)) AS id FROM trace_index WHERE project_id = '${project_id}'`,
      ),
    ).toEqual([{ id: traceId(2) }]);
    expect(await shown(2)).toEqual([1]);
  });

  it('prevent the use of the sums of a trace that is sent again', async () => {
    await store(10n, trace(1, [1, 2]));
    await remove(20n, [1]);
    await store(30n, trace(1, [3]));
    await database.commandLocal('OPTIMIZE TABLE trace_index FINAL');
    await removeAll();

    const [row] = await database.select<{ usable: boolean }>(
      `SELECT sum(row_count) = uniqExactMerge(span_ids) AS usable FROM trace_index WHERE project_id = '${project_id}'`,
    );
    expect(Boolean(row?.usable)).toBe(false);
  });

  it('hide the earlier rows of a log that is read again, and no later ones', async () => {
    await store(10n, [...trace(1, [1]), ...trace(2, [1])]);
    await remove(20n, [1]);
    await store(30n, trace(1, [2]));
    await removeAll();
    const restarted = createSpanWriter(database.config, { logger: createSilentLogger() });

    await store(10n, [...trace(1, [1]), ...trace(2, [1])], restarted);
    const afterOld = [await shown(1), await shown(2), await storedSpans()];
    await store(30n, trace(1, [2]), restarted);
    await restarted.close();

    expect(afterOld).toEqual([[2], [1], 2]);
    expect(await shown(1)).toEqual([2]);
  });

  it('written by another process hide the earlier rows of partitions that are assigned again', async () => {
    const other = createSpanWriter(database.config, { logger: createSilentLogger() });
    await store(10n, trace(1, [1]), other);
    await remove(20n, [1]);
    await removeAll();

    other.forgetPartitions();
    await store(10n, trace(1, [1]), other);
    await other.close();

    expect(await shown(1)).toEqual([]);
  });

  describe('written while another process was frozen', () => {
    let clock: FakeClock;
    let frozen: SpanWriter;
    beforeEach(async () => {
      clock = new FakeClock();
      frozen = createSpanWriter(database.config, { logger: createSilentLogger(), clock });
      await store(9n, trace(3, [1]), frozen);
    });
    afterEach(() => frozen.close());

    /** What the next owner of the partition does. */
    const takeOver = async () => {
      const block = blockOf(10n, [...trace(1, [1, 2]), ...trace(2, [1])]);
      expect(await writer.writeAgain(block, signal)).toEqual({ status: 'written' });
      await remove(20n, [1]);
      await removeAll();
      return { ...block, deduplicationToken: randomUUID() }; // it was written together with others
    };

    it('hide the earlier rows that it repeats', async () => {
      const block = await takeOver();

      await frozen.writeAgain(block, signal);

      expect([await shown(1), await shown(2)]).toEqual([[], [1]]);
    });

    it('hide the earlier rows that it writes five seconds after its last look', async () => {
      const block = await takeOver();
      await clock.advance(5000);

      await frozen.write(block, signal);

      expect([await shown(1), await shown(2)]).toEqual([[], [1]]);
    });

    it('hide the earlier rows that wait for their turn together with others', async () => {
      const block = await takeOver();
      const inserts: number[] = [];
      frozen.onInsert(({ length }) => inserts.push(length));
      const others = [101, 102].map((partition) => ({
        ...blockOf(10n, trace(partition, [1])),
        logPartition: partition,
      }));

      const written = [...others, block].map((each) => frozen.write(each, signal));
      await setImmediate();
      await clock.advance(5000);

      expect(await Promise.all(written)).toEqual(Array(3).fill({ status: 'written' }));
      expect([await shown(1), await shown(2), await shown(102)]).toEqual([[], [1], [1]]);
      expect(inserts).toEqual([1, 1, 1]);
    });
  });

  it('are written and removed a thousand at a time', async () => {
    await store(10n, [...trace(1, [1]), ...trace(2, [1])]);
    await remove(
      20n,
      Array.from({ length: 1000 }, (_, index) => index + 2),
    );

    const outcome = await remover.removeBatch(1000, signal);

    expect(outcome).toEqual({ status: 'removed', deletes: 1000 });
    expect([await shown(1), await storedSpans()]).toEqual([[1], 1]);
  });

  it('may be repeated at any time', async () => {
    await store(10n, trace(1, [1]));
    await remove(20n, [1]);
    await removeAll();
    await store(30n, trace(1, [1, 2]));

    await remove(20n, [1]);

    expect(await shown(1)).toEqual([1, 2]);
    await removeAll();
    expect(await shown(1)).toEqual([1, 2]);
  });
});
