import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { decompressFrame } from '@spanhouse/span-log/frame';
import { readLetters } from '@spanhouse/span-log/testing';
import { decodeSpanRows, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { openPipeline, type Pipeline, poison, recordOf, traceId } from './embedded-pipeline.js';

describeWithBackend('span-consumer and rows that ClickHouse refuses', 'CLICKHOUSE_URL', (url) => {
  let pipeline: Pipeline;

  beforeEach(async () => {
    pipeline = await openPipeline(url);
  });
  afterEach(() => pipeline.close());

  it('dead-letters exactly the refused row, with its bytes, and stores its neighbours', async () => {
    const good = Array.from({ length: 20 }, (_, i) => traceId(i));
    const watermark = await pipeline.publish([
      recordOf(0, good.slice(0, 7)),
      recordOf(0, [...good.slice(7, 12), poison, ...good.slice(12, 15)]),
      recordOf(1, good.slice(15)),
    ]);

    expect(await pipeline.isVisible(watermark)).toBe(true);

    expect(await pipeline.storedTraceIds()).toEqual(good);
    const letters = await readLetters(pipeline.log.deadLetters);
    expect(letters).toMatchObject([
      {
        origin: { partition: 0, offset: 1 },
        firstRow: 5,
        rowCount: 1,
        stage: 'insert',
        reason: expect.stringContaining('VIOLATED_CONSTRAINT'),
      },
    ]);
    expect(await pipeline.deadRows({ partition: 0, offset: 0 })).toBe(0);
    expect(await pipeline.deadRows({ partition: 0, offset: 1 })).toBe(1);
    const [letter] = letters;
    const frame = await decompressFrame(letter?.bytes ?? new Uint8Array(), rowBytes());
    const rows = frame.status === 'readable' ? frame.rows : new Uint8Array();
    expect(decodeSpanRows(rows, ROW_SCHEMA_VERSION)).toMatchObject([{ trace_id: poison }]);
  });

  it('dead-letters a whole message if its rows are truncated', async () => {
    const good = Array.from({ length: 6 }, (_, i) => traceId(i));
    const broken = recordOf(0, good.slice(0, 2));
    const watermark = await pipeline.publish([
      recordOf(0, good.slice(0, 3)),
      { ...broken, rows: broken.rows.subarray(0, -5) },
      recordOf(0, good.slice(3)),
    ]);

    expect(await pipeline.isVisible(watermark)).toBe(true);

    expect(await pipeline.storedTraceIds()).toEqual(good);
    expect(await readLetters(pipeline.log.deadLetters)).toMatchObject([
      { origin: { partition: 0, offset: 1 }, firstRow: 0, rowCount: 2, stage: 'decode' },
    ]);
    expect(await pipeline.deadRows({ partition: 0, offset: 1 })).toBe(2);
  });
});

function rowBytes(): number {
  return recordOf(0, [poison]).rows.byteLength;
}
