import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import type { SpanRecord } from '@spanhouse/span-log/publisher';
import { readLetters } from '@spanhouse/span-log/testing';
import { ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { encodeEarlierRow } from '@spanhouse/span-row/testing';
import { aContext, aSpan, encodeRows } from '@spanhouse/trace-store/testing';
import { openPipeline, type Pipeline, recordOf, traceId } from './embedded-pipeline.js';

describeWithBackend('span-consumer and rows of an earlier version', 'CLICKHOUSE_URL', (url) => {
  let pipeline: Pipeline;

  beforeEach(async () => {
    pipeline = await openPipeline(url);
  });
  afterEach(() => pipeline.close());

  it('stores them next to rows of the current version, with all columns', async () => {
    const versions = [1, ROW_SCHEMA_VERSION, 1, ROW_SCHEMA_VERSION];
    const records = versions.map((version, index) => recordOfVersion(version, index));

    const watermark = await pipeline.publish(records);

    expect(await pipeline.isVisible(watermark)).toBe(true);
    const rows = await pipeline.select(
      'SELECT lower(hex(trace_id)) AS id, service_name, service_version, log_offset FROM spans ORDER BY id',
    );
    expect(rows).toEqual(
      versions.map((_version, index) => ({
        id: traceId(index),
        service_name: 'shop',
        service_version: `1.${index}`,
        // Each block has its own log position, because no block contains rows of two versions.
        log_offset: 2 ** 48 + index,
      })),
    );
    expect(await readLetters(pipeline.log.deadLetters)).toEqual([]);
  });

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

function recordOfVersion(version: number, index: number): SpanRecord {
  const attributes = { 'service.name': 'shop', 'service.version': `1.${index}` };
  const span = aSpan({ trace_id: traceId(index), resource: { attributes } });
  return {
    ...recordOf(0, [traceId(index)]),
    rows:
      version === 1
        ? encodeEarlierRow(span, aContext(), 1)
        : encodeRows([{ span, context: aContext() }]),
    rowSchemaVersion: version,
  };
}
