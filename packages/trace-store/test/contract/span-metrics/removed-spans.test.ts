import { systemClock as clock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import {
  aContext,
  aSpan,
  aSpanBlock,
  createTestDatabase,
  describeOnClickHouse,
  projectId,
  type TestDatabase,
} from '@spanhouse/trace-store/testing';
import {
  createSpanMetricsStore,
  createSpanWriter,
  createTombstoneRemover,
} from '@spanhouse/trace-store/writer';

const never = new AbortController().signal;
const logger = createSilentLogger();
const GENERATION = 1n << 48n;
const resource = { attributes: { 'service.name': 'shop' } };

describeOnClickHouse('the spans of a deleted trace', (url) => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase(url);
  });
  afterAll(() => database.drop());

  it('are not counted again when they are delivered again, but new spans of the trace are counted', async () => {
    const writer = createSpanWriter(database.config, { logger });
    const remover = createTombstoneRemover(database.config, { logger });
    const metrics = createSpanMetricsStore(database.config, { logger, clock });
    const nowNs = clock.nowNs();
    const { trace_id } = aSpan();
    const send = async (offset: bigint, spanIds: readonly string[]) => {
      const rows = spanIds.map((span_id) => ({
        span: aSpan({ span_id, resource, start_time: nowNs, end_time: nowNs }),
        context: aContext({ received_at: nowNs + offset }),
      }));
      await writer.write(aSpanBlock(rows, { logOffset: GENERATION | offset }), never);
    };
    await send(1n, ['0000000000000001', '0000000000000002']);
    const tombstones = [{ projectId, traceId: trace_id, logOffset: GENERATION | 2n }];
    await writer.writeTombstones({ logPartition: 0, tombstones }, never);
    await remover.removeBatch(10, never);
    await send(3n, ['0000000000000001', '0000000000000003']);

    const range = { from: [GENERATION | 3n], to: [GENERATION | 4n] };
    const query = { range, among: range, waitNs: 0n, withNamespaces: false };

    expect(await metrics.calls(range, never)).toMatchObject([{ amount: 1n }]);
    const edges = await metrics.edges(query, never);
    expect(edges.find(({ metric }) => metric === 'request')).toMatchObject({ amount: 1n });
    await Promise.all([writer.close(), remover.close(), metrics.close()]);
  });
});
