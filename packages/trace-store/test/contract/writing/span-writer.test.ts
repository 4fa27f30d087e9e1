import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  aContext,
  aSpan,
  aSpanBlock,
  blockOfBytes,
  describeOnClickHouse,
  encodeRows,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { createSpanWriter } from '@spanhouse/trace-store/writer';
import {
  blocksOfPartitions,
  countPlaces,
  countRows,
  readTombstones,
  rowsOf,
  spanIdAt,
  useWriter,
} from './writer-under-test.js';

const never = new AbortController().signal;
describeOnClickHouse('SpanWriter', (url) => {
  const used = useWriter(url);

  const counts = () => countRows(used.database);

  it('stores every frame of a block with its log position', async () => {
    const frames = [rowsOf(3).slice(0, 2), rowsOf(3).slice(2)].map(encodeRows);
    const logOffset = (3n << 48n) | 17n;

    const outcome = await used.writer.write(
      blockOfBytes(frames, { logPartition: 5, logOffset }),
      never,
    );

    expect(outcome).toEqual({ status: 'written' });
    expect(
      await used.database.select(
        'SELECT log_partition, toString(log_offset) AS log_offset, count() AS n FROM spans GROUP BY ALL',
      ),
    ).toEqual([{ log_partition: 5, log_offset: logOffset.toString(), n: 3 }]);
  });

  it('writes a block of any size as one part in each partition', async () => {
    await used.database.commandLocal('SYSTEM STOP MERGES spans');
    const rows = rowsOf(150_000).map((row, index) =>
      index % 2 === 0 ? row : { ...row, context: aContext({ retention_days: 30 }) },
    );

    await used.writer.write(aSpanBlock(rows), never);

    const parts = await used.database.selectLocal(
      `SELECT partition, count() AS parts FROM system.parts WHERE database = currentDatabase() AND table = 'spans' AND active GROUP BY partition ORDER BY partition`,
    );
    await used.database.commandLocal('SYSTEM START MERGES spans');
    expect(parts).toEqual([
      { partition: "(0,'2026-04-26')", parts: 1 },
      { partition: "(30,'2026-04-26')", parts: 1 },
    ]);
  });

  it('stores every row of any number of joined blocks with the position of its block', async () => {
    const sizes = [1, 1, 9_000, 10_000, 60_000];
    await readTombstones(used.writer, sizes.length);
    const inserts: number[] = [];
    used.writer.onInsert(({ length }) => inserts.push(length));

    await Promise.all(blocksOfPartitions(sizes).map((block) => used.writer.write(block, never)));

    // The start times of consecutive rows differ by 1 ns.
    const positions = await used.database.select(
      'SELECT log_partition, toUInt32(log_offset) AS log_offset, toUInt32(count()) AS rows, toUInt32(toUnixTimestamp64Nano(max(start_time)) - toUnixTimestamp64Nano(min(start_time))) AS ns FROM spans GROUP BY ALL ORDER BY ALL',
    );
    expect(positions).toEqual(
      sizes.map((rows, index) => ({
        log_partition: index,
        log_offset: 100 + index,
        rows,
        ns: rows - 1,
      })),
    );
    expect(inserts).toEqual([1, 4]);
  });

  it('stores no row with the position of another block if a block has more rows than declared', async () => {
    const [first, second, ...others] = blocksOfPartitions([1, 3, 5, 7]);
    if (first === undefined || second === undefined) {
      throw new Error('four blocks expected');
    }
    await readTombstones(used.writer, 4);

    const outcomes = await Promise.all(
      [first, { ...second, rowsAtOffset: 2 }, ...others].map((block) =>
        used.writer.write(block, never),
      ),
    );

    expect(outcomes).toEqual(Array(4).fill({ status: 'written' }));
    expect(await countPlaces(used.database)).toEqual({
      '0@100': 1,
      '1@101': 3,
      '2@102': 5,
      '3@103': 7,
    });
  });

  it('accepts a block with more retention periods than the default limit of partitions', async () => {
    const rows = rowsOf(150).map((row, index) => ({
      ...row,
      context: aContext({ retention_days: 3000 + index }),
    }));

    expect(await used.writer.write(aSpanBlock(rows), never)).toEqual({ status: 'written' });
  });

  describe('refuses a block', () => {
    it.each([
      ['a start before 1900', { start_time: -2_208_988_800_000_000_001n }, {}],
      ['an end before 1900', { end_time: -2_208_988_800_000_000_001n }, {}],
      ['a trace id of zeros', { trace_id: '0'.repeat(32) }, {}],
      ['a span id of zeros', { span_id: '0'.repeat(16) }, {}],
      ['a retention beyond ten years', {}, { retention_days: 3651 }],
      ['a receipt before 2000', {}, { received_at: 0n }],
    ])('whose rows include %s', async (_, members, context) => {
      const bad = {
        span: aSpan({ span_id: spanIdAt(99), ...members }),
        context: aContext(context),
      };

      const outcome = await used.writer.write(aSpanBlock([...rowsOf(3), bad]), never);

      expect(outcome).toMatchObject({ status: 'refused', code: 'VIOLATED_CONSTRAINT' });
      expect(await counts()).toEqual({ rows: 0, indexed: 0, ids: 0 });
    });
  });

  it('returns retryable if the connection is refused', async () => {
    const away = createSpanWriter(testConfig('http://127.0.0.1:9'), {
      logger: createSilentLogger(),
    });

    const outcome = await away.write(aSpanBlock(rowsOf(1)), never);
    const check = away.check();

    expect(outcome).toMatchObject({ status: 'retryable', code: 'ECONNREFUSED' });
    await expect(check).rejects.toMatchObject({ code: 'CLICKHOUSE_UNAVAILABLE', retryable: true });
    await away.close();
  });

  it('returns unknown while the schema is missing, and check reports it', async () => {
    const bare = createSpanWriter(testConfig(url), { logger: createSilentLogger() });

    const outcome = await bare.write(aSpanBlock(rowsOf(1)), never);
    const check = bare.check();

    expect(outcome).toMatchObject({ status: 'unknown', code: 'UNKNOWN_DATABASE' });
    await expect(check).rejects.toMatchObject({ code: 'SCHEMA_OLDER', retryable: true });
    await bare.close();
  });

  it('rejects with the reason of its signal', async () => {
    const reason = new Error('partition lost');
    const abort = new AbortController();

    const writing = used.writer.write(aSpanBlock(rowsOf(50_000)), abort.signal);
    abort.abort(reason);

    await expect(writing).rejects.toBe(reason);
    await expect(used.writer.write(aSpanBlock(rowsOf(1)), abort.signal)).rejects.toBe(reason);
  });
});
