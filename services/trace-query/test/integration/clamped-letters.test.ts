import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { decompressFrame } from '@spanhouse/span-log/frame';
import { blockOfBytes } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { letterOf } from '../../src/testing/letters.js';
import { openTestStore, type TestStore } from '../../src/testing/test-store.js';
import { createTestTraceQuery } from '../../src/testing/test-trace-query.js';

const never = new AbortController().signal;
const first = -2_208_988_800_000_000_000n; // 1900-01-01T00:00:00Z
const last = 9_223_372_036_854_775_807n; // 2262-04-11T23:47:16.854775807Z

describeWithBackend('a retry that clamps times', 'CLICKHOUSE_URL', (url) => {
  let store: TestStore;

  beforeAll(async () => {
    store = await openTestStore(url);
  });
  afterAll(() => store?.close());

  /** Writes the rows of a frame as the consumer does, and resolves with their outcome. */
  const write = async (frame: Uint8Array, uncompressedBytes: number, logOffset: bigint) => {
    const opened = await decompressFrame(frame, uncompressedBytes);
    const rows = opened.status === 'unreadable' ? [] : [opened.rows];
    return (await store.writer.write(blockOfBytes(rows, { logOffset }), never)).status;
  };

  it.each([
    ['starts too early', [first - 5n, first + 7n], [first, first + 7n]],
    ['starts and ends too early', [first - 5n, first - 1n], [first, first]],
    ['lasts from the first time that can be stored to the last', [first, last], [first, last]],
  ])('stores a span that %s', async (name, [start_time = 0n, end_time = 0n], stored) => {
    const span_name = name;
    const letter = await letterOf([{ start_time, end_time, span_name }]);
    const { app, log } = createTestTraceQuery();
    await log.put([letter]);
    const offset = BigInt(name.length) * 10n;

    const before = await write(letter.bytes, letter.uncompressedBytes, offset);
    await request(app)
      .post('/project/dead-letters/1-0-4-0/retry')
      .send({ clamp: ['start_time', 'end_time'] })
      .expect(202);
    const [message] = [0, 1].flatMap((partition) => log.messages(partition));
    const { frame = Buffer.alloc(0), headers } = message ?? {};
    const after = await write(frame, headers?.uncompressedBytes ?? 0, offset + 1n);

    expect([before, after]).toEqual([start_time < first ? 'refused' : 'written', 'written']);
    const rows = await store.database.select(
      `SELECT DISTINCT toString(toUnixTimestamp64Nano(start_time)) AS start, toString(toUnixTimestamp64Nano(end_time)) AS end
       FROM spans WHERE span_name = '${name}'`,
    );
    expect(rows).toEqual([{ start: String(stored[0]), end: String(stored[1]) }]);
  });
});
