import { request as openRequest } from 'node:http';
import { listen, systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createTraceReader, type TraceReader } from '@spanhouse/trace-store/reader';
import { createTestDatabase, type TestDatabase } from '@spanhouse/trace-store/testing';
import request from 'supertest';
import { createTestTraceQuery } from '../../src/testing/test-trace-query.js';

const traceId = '4bf92f3577b34da6a3ce929d0e0e4736';
const lists = ['/spans/query', '/traces/query', '/tracing/spans/query'];

describeWithBackend('a read on ClickHouse', 'CLICKHOUSE_URL', (url) => {
  let database: TestDatabase;
  const readers: TraceReader[] = [];

  /**
   * Replaces the tables with views whose condition takes so long to evaluate that no query ends within its deadline.
   */
  beforeAll(async () => {
    database = await createTestDatabase(url);
    await database.command('RENAME TABLE spans TO stored_spans, trace_index TO stored_index');
    const endless =
      'trace_id NOT IN (SELECT toFixedString(toString(number), 16) FROM numbers_mt(1000000000000) WHERE cityHash64(number) = 1)';
    for (const [name, stored] of [
      ['spans', 'stored_spans'],
      ['trace_index', 'stored_index'],
    ]) {
      await database.command(`CREATE VIEW ${name} AS SELECT * FROM ${stored} WHERE ${endless}`);
    }
  });
  afterAll(async () => {
    for (const reader of readers) {
      await reader.close();
    }
    await database.drop();
  });

  const create = (deadlineMs: number) => {
    const config = { ...database.config, QUERY_DEADLINE_MS: deadlineMs };
    const store = createTraceReader(config, { logger: createSilentLogger(), clock: systemClock });
    readers.push(store);
    return createTestTraceQuery({ store });
  };
  const running = async () => {
    const { CLICKHOUSE_DATABASE } = database.config;
    const rows = await database.select<{ count: number }>(
      `SELECT count() AS count FROM system.processes WHERE current_database = '${CLICKHOUSE_DATABASE}' AND position(query, 'system.processes') = 0`,
    );
    return Number(rows[0]?.count);
  };
  const until = async (isReached: () => Promise<boolean>) => {
    while (!(await isReached())) {
      // Each attempt is a request, so the loop needs no pause.
    }
  };

  it.each(lists)(
    'that is too expensive ends at its deadline with 504, and is cancelled: POST %s',
    async (path) => {
      const { app } = create(300);

      const { status, headers, body } = await request(app).post(path).send({});

      expect([status, body.detail.code]).toEqual([504, 'deadline_exceeded']);
      expect(headers['x-ag-support-id']).toEqual(expect.any(String));
      expect(headers['x-ag-support-ts']).toEqual(expect.any(String));
      await until(async () => (await running()) === 0);
    },
  );

  it.each([`/traces/${traceId}`, `/spans/?trace_id=${traceId}`, `/traces/?trace_id=${traceId}`])(
    'that is too expensive ends at its deadline with 504, and is cancelled: GET %s',
    async (path) => {
      const { app } = create(300);

      const { status, body } = await request(app).get(path);

      expect([status, body.detail.code]).toEqual([504, 'deadline_exceeded']);
      await until(async () => (await running()) === 0);
    },
  );

  it.each(['application/json', 'application/x-ndjson'])(
    'stops when its client leaves: an answer of %s',
    async (accept) => {
      const { app } = create(60_000);
      const server = await listen(app, { host: '127.0.0.1', port: 0 });
      const asking = openRequest(`${server.address}/spans/query`, {
        method: 'POST',
        headers: { accept },
      });
      asking.on('error', () => undefined);
      asking.end();
      await until(async () => (await running()) === 1);

      asking.destroy();

      await until(async () => (await running()) === 0);
      await server.close();
    },
  );

  it('is a 503 and never an empty 200 while ClickHouse is unreachable', async () => {
    const config = { ...database.config, CLICKHOUSE_URL: 'http://127.0.0.1:9' };
    const store = createTraceReader(config, { logger: createSilentLogger(), clock: systemClock });
    readers.push(store);
    const { app } = createTestTraceQuery({ store });

    for (const path of lists) {
      const { status, headers, body } = await request(app).post(path).send({});

      expect([status, body.detail.code]).toEqual([503, 'storage_unavailable']);
      expect(headers['retry-after']).toEqual(expect.any(String));
      expect(headers['x-ag-support-id']).toEqual(expect.any(String));
    }
  });
});
