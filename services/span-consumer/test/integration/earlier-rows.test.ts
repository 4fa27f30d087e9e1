import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { readLetters } from '@spanhouse/span-log/testing';
import { encodeEarlierRow } from '@spanhouse/span-row/testing';
import { aContext, aSpan } from '@spanhouse/trace-store/testing';
import { openPipeline, type Pipeline, recordOf, traceId } from './embedded-pipeline.js';

describeWithBackend('span-consumer and rows of an earlier version', 'CLICKHOUSE_URL', (url) => {
  let pipeline: Pipeline;

  beforeEach(async () => {
    pipeline = await openPipeline(url);
  });
  afterEach(() => pipeline.close());

  it('dead-letters the row that ClickHouse refuses, and stores its neighbours', async () => {
    const traceIds = [traceId(0), '0'.repeat(32), traceId(1)];
    const rows = traceIds.map((trace_id) => encodeEarlierRow(aSpan({ trace_id }), aContext(), 1));
    const record = {
      ...recordOf(0, traceIds),
      rowSchemaVersion: 1,
      rows: Buffer.concat(rows),
    };

    const watermark = await pipeline.publish([record]);

    expect(await pipeline.isVisible(watermark)).toBe(true);
    expect(await pipeline.storedTraceIds()).toEqual([traceId(0), traceId(1)]);
    expect(await readLetters(pipeline.log.deadLetters)).toMatchObject([
      { firstRow: 1, rowCount: 1, stage: 'insert', rowSchemaVersion: 1 },
    ]);
  });
});
