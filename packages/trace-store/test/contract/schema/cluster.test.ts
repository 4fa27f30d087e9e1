import { randomUUID } from 'node:crypto';
import { systemClock } from '@spanhouse/service-runtime';
import {
  createSilentLogger,
  describeWithBackend,
  splitCredentials,
} from '@spanhouse/service-runtime/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  START_NS,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import {
  createSpanWriter,
  createTombstoneRemover,
  type SpanWriter,
} from '@spanhouse/trace-store/writer';
import { everything } from '../selecting.js';

const signal = new AbortController().signal;
const logger = createSilentLogger();
const TRACES = 40;

function traceId(number: number) {
  return (number + 1).toString(16).padStart(32, '0');
}

describeWithBackend('A ClickHouse cluster', 'CLICKHOUSE_CLUSTER_URLS', (address) => {
  let database: TestDatabase;
  let writers: readonly SpanWriter[];
  let reader: TraceReader;
  let project_id: string;

  beforeAll(async () => {
    database = await createTestDatabase(address);
    const urls = database.config.CLICKHOUSE_SERVER_URLS ?? [];
    writers = urls.map((CLICKHOUSE_URL) =>
      createSpanWriter({ ...database.config, CLICKHOUSE_URL }, { logger }),
    );
    reader = createTraceReader(database.config, { logger, clock: systemClock });
  });
  beforeEach(() => {
    project_id = randomUUID();
  });
  afterAll(async () => {
    await Promise.all(writers.map((writer) => writer.close()));
    await reader.close();
    await database.drop();
  });

  const rowsOf = () =>
    Array.from({ length: 2 * TRACES }, (_, index) => ({
      span: aSpan({
        trace_id: traceId(index >> 1),
        span_id: (index + 1).toString(16).padStart(16, '0'),
        start_time: START_NS + BigInt(index),
      }),
      context: aContext({ project_id }),
    }));
  const write = (block: ReturnType<typeof aSpanBlock>, server = 0) =>
    writers[server]?.write(block, signal);
  const perShard = (table: string, count = 'count()') =>
    database
      .selectLocal<{ n: string }>(
        `SELECT ${count} AS n FROM ${table} WHERE project_id = '${project_id}'`,
      )
      .then((rows) => rows.map(({ n }) => Number(n)));
  const total = async (table: string, count?: string) =>
    (await perShard(table, count)).reduce((sum, n) => sum + n, 0);

  const writeAndDelete = async () => {
    const tombstones = Array.from({ length: TRACES }, (_, number) => ({
      projectId: project_id,
      traceId: traceId(number),
      logOffset: 5n,
    }));
    await write(aSpanBlock(rowsOf()));
    await writers[0]?.writeTombstones({ logPartition: 3, tombstones }, signal);
  };

  it('stores all rows of a trace, in every table, on one shard', async () => {
    await writeAndDelete();

    const traces = await perShard('spans', 'uniqExact(trace_id)');

    expect(Math.min(...traces)).toBeGreaterThan(0);
    expect(traces.reduce((sum, n) => sum + n)).toBe(TRACES);
    expect(await perShard('trace_index', 'uniqExact(trace_id)')).toEqual(traces);
    expect(await perShard('tombstones')).toEqual(traces);
  });

  it('stores a block once, whichever server receives it', async () => {
    const block = aSpanBlock(rowsOf());

    const outcomes = [await write(block, 0), await write(block, 1), await write(block, 0)];

    expect(outcomes).toEqual(Array(3).fill({ status: 'written' }));
    expect(await total('spans')).toBe(2 * TRACES);
    expect(await total('trace_index', 'sum(row_count)')).toBe(2 * TRACES);
  });

  describe('with an unavailable shard', () => {
    const onLastShard = async (command: string) => {
      const { url, headers } = splitCredentials(address.split(',').at(-1) ?? '');
      const body = `${command} ${database.config.CLICKHOUSE_DATABASE}_local.spans`;
      const answer = await fetch(url, { method: 'POST', body, headers });
      return await answer.text();
    };
    beforeEach(() => onLastShard('DETACH TABLE'));
    afterEach(() => onLastShard('ATTACH TABLE'));

    it('reports that a block is not stored, and stores the rest of it on retry', async () => {
      const block = aSpanBlock(rowsOf());

      const outcome = await write(block);
      await onLastShard('ATTACH TABLE');
      const again = [await write(block, 1), await write(block, 0)];

      expect(outcome).toMatchObject({ status: 'retryable' });
      expect(again).toEqual([{ status: 'written' }, { status: 'written' }]);
      expect(await total('spans')).toBe(2 * TRACES);
      expect(await total('trace_index', 'sum(row_count)')).toBe(2 * TRACES);
    });

    it('never answers a read with the rows of the other shards only', async () => {
      const reading = reader.listSpans(everything(project_id), signal);

      await expect(reading).rejects.toMatchObject({ code: 'CLICKHOUSE_UNAVAILABLE' });
    });
  });

  it('refuses a statement that joins rows of several shards without shardLocal', async () => {
    const asking = reader.listSpans(everything(project_id), signal);
    await expect(asking).resolves.toMatchObject({ spans: [] });

    const joined = database.select(
      'SELECT count() FROM spans WHERE trace_id IN (SELECT trace_id FROM trace_index)',
    );

    await expect(joined).rejects.toMatchObject({ type: 'DISTRIBUTED_IN_JOIN_SUBQUERY_DENIED' });
  });

  it('removes deleted traces on every shard, and reports a shard that it cannot reach', async () => {
    await writeAndDelete();
    const [first = ''] = database.config.CLICKHOUSE_SERVER_URLS ?? [];
    const half = { ...database.config, CLICKHOUSE_SERVER_URLS: [first] };
    const removers = [database.config, half].map((config) =>
      createTombstoneRemover(config, { logger }),
    );
    const [all, some] = removers;

    const removed = await all?.removeBatch(1000, signal);

    expect(removed?.status).toBe('removed');
    expect(await total('spans')).toBe(0);
    await expect(some?.removeBatch(1000, signal)).rejects.toMatchObject({
      code: 'CLICKHOUSE_CLUSTER_MISMATCH',
    });
    for (const remover of removers) {
      await remover.close();
    }
  });
});
