import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { toLogOffset } from '@spanhouse/span-row';
import {
  createTestDatabase,
  describeOnClickHouse,
  testConfig,
} from '@spanhouse/trace-store/testing';
import { createDeadLetterIndex, createStoredPositions } from '@spanhouse/trace-store/writer';

const logger = createSilentLogger();
const log = { logId: 'a-log', generation: 3 };

/** SQL for a value of `packed` in which the metrics are `{}` and all other members are absent. */
const packed = `concat(unhex('${'00'.repeat(64)}'), unhex('${'70000000'.repeat(3)}${'72000000'.repeat(9)}'), '{}')`;

describeOnClickHouse('the stored positions of a log', (url) => {
  it('are the starts of the last blocks of its generation, or the ends of later losses', async () => {
    const database = await createTestDatabase(url);
    const index = createDeadLetterIndex(database.config, { logger });
    const read = createStoredPositions(database.config, { logger });
    const rows = [
      [0, toLogOffset(3, 5)],
      [0, toLogOffset(3, 12)],
      [1, toLogOffset(3, 7)],
      [2, toLogOffset(2, 9)],
      [2, toLogOffset(4, 9)],
    ].map(
      ([partition, offset], at) =>
        `(toUUID('00000000-0000-0000-0000-000000000001'), unhex('${'0'.repeat(31)}${at + 1}'), unhex('${'0'.repeat(15)}1'), '2026-05-01 10:00:00.123', now64(9), now64(9), '{}}', ${packed}, ${partition}, ${offset})`,
    );
    const empty = await read(log);
    await database.command(
      `INSERT INTO spans (project_id, trace_id, span_id, received_at, start_time, end_time, attributes, packed, log_partition, log_offset) VALUES ${rows.join(', ')}`,
    );
    await index.recordLost({ logId: 'a-log', partition: 1, first: 7, end: 11 });
    await index.recordLost({ logId: 'a-log', partition: 0, first: 1, end: 3 });
    await index.recordLost({ logId: 'another', partition: 0, first: 1, end: 99 });

    const positions = await read(log);
    await index.close();
    await database.drop();

    expect([...empty]).toEqual([]);
    expect(positions).toEqual(
      new Map([
        [0, { offset: 12, receivedAtMs: Date.parse('2026-05-01T10:00:00.123Z') }],
        [1, { offset: 11 }],
      ]),
    );
  });

  it('reject with a retryable error while ClickHouse is unavailable', async () => {
    const read = createStoredPositions(testConfig(url), { logger });

    await expect(read(log)).rejects.toMatchObject({
      code: 'CLICKHOUSE_UNAVAILABLE',
      retryable: true,
    });
  });
});
