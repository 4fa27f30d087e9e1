import { randomBytes } from 'node:crypto';
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
import { rowsOf, spanIdAt, useWriter } from './writer-under-test.js';

const never = new AbortController().signal;
describeOnClickHouse('SpanWriter', (url) => {
  const used = useWriter(url);

  const counts = async () => {
    const [row] = await used.database.select<{ rows: string; indexed: string; ids: string }>(
      'SELECT (SELECT count() FROM spans) AS rows, sum(row_count) AS indexed, uniqExactMerge(span_ids) AS ids FROM trace_index',
    );
    return { rows: Number(row?.rows), indexed: Number(row?.indexed), ids: Number(row?.ids) };
  };

  it('stores every frame of a block with its place in the log', async () => {
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

  it('makes one part in each partition out of a block, however many rows it has', async () => {
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

  it('takes a block with more retentions than ClickHouse allows partitions by default', async () => {
    const rows = rowsOf(150).map((row, index) => ({
      ...row,
      context: aContext({ retention_days: 3000 + index }),
    }));

    expect(await used.writer.write(aSpanBlock(rows), never)).toEqual({ status: 'written' });
  });

  describe('refuses a block', () => {
    const [good] = rowsOf(1);
    const goodBytes = encodeRows(rowsOf(20));

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
      frame.fill(0xff, frame.length / 2, frame.length / 2 + 50);

      const outcome = await used.writer.write({ ...block, frames: [frame] }, never);

      expect(outcome).toMatchObject({ status: 'refused' });
    });

    it('and stores the good rows when they come without the bad one', async () => {
      const bad = { span: aSpan({ span_id: '0'.repeat(16) }), context: aContext() };
      await used.writer.write(aSpanBlock([bad, ...rowsOf(2)]), never);

      const outcome = await used.writer.write(aSpanBlock(good === undefined ? [] : [good]), never);

      expect(outcome).toEqual({ status: 'written' });
      expect(await counts()).toEqual({ rows: 1, indexed: 1, ids: 1 });
    });
  });

  it('answers retryable when nobody listens', async () => {
    const away = createSpanWriter(testConfig('http://127.0.0.1:9'), {
      logger: createSilentLogger(),
    });

    const outcome = await away.write(aSpanBlock(rowsOf(1)), never);
    const check = away.check();

    expect(outcome).toMatchObject({ status: 'retryable', code: 'ECONNREFUSED' });
    await expect(check).rejects.toMatchObject({ code: 'CLICKHOUSE_UNAVAILABLE', retryable: true });
    await away.close();
  });

  it('answers unknown while the schema is missing, and says so when asked', async () => {
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

  it('checks that the schema is the current one', async () => {
    await expect(used.writer.check()).resolves.toBeUndefined();
  });
});
