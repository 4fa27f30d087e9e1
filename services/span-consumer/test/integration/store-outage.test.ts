import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { openPipeline, type Pipeline, recordOf, traceId } from './embedded-pipeline.js';

describeWithBackend('span-consumer while ClickHouse is unavailable', 'CLICKHOUSE_URL', (url) => {
  let pipeline: Pipeline;

  beforeEach(async () => {
    pipeline = await openPipeline(url);
  });
  afterEach(() => pipeline.close());

  it('stores everything after ClickHouse is available again', async () => {
    const ids = Array.from({ length: 30 }, (_, i) => traceId(i));
    pipeline.proxy.cut();
    const lost = pipeline.storeLost();
    const before = await pipeline.publish([recordOf(0, ids.slice(0, 10))]);
    await lost;
    const during = await pipeline.publish([
      recordOf(0, ids.slice(10, 20)),
      recordOf(1, ids.slice(20)),
    ]);

    pipeline.proxy.restore();

    expect(await pipeline.isVisible(new Map([...before, ...during]))).toBe(true);
    expect(await pipeline.storedTraceIds()).toEqual(ids);
  });

  it('stores a block once even if its answer is lost', async () => {
    const ids = Array.from({ length: 10 }, (_, i) => traceId(i));
    const lost = pipeline.storeLost();
    pipeline.proxy.loseNextAnswer();

    const watermark = await pipeline.publish([recordOf(0, ids)]);
    await lost;

    expect(await pipeline.isVisible(watermark)).toBe(true);
    expect(await pipeline.storedTraceIds()).toEqual(ids);
  });
});
