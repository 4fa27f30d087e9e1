import { anyPrincipal } from '@spanhouse/catalog/testing';
import { AppError, listen } from '@spanhouse/service-runtime';
import { waitUntil } from '@spanhouse/service-runtime/testing';
import request from 'supertest';
import { aStoredSpan } from '../testing/a-stored-span.js';
import { createTestTraceQuery } from '../testing/test-trace-query.js';

function unavailable(code: string) {
  return new AppError(code, 'away', { retryable: true });
}

function create() {
  const query = createTestTraceQuery();
  return {
    ...query,
    ask: (body: object = {}) => request(query.app).post('/spans/query').send(body),
  };
}

describe('createReadHandler', () => {
  it('answers that the log is unavailable while no snapshot is known', async () => {
    const { ask, offsets, health } = create();
    offsets.isAway = true;
    const first = await ask();
    offsets.isAway = false;
    const second = await ask();
    offsets.isAway = true;
    const third = await ask();

    expect([first.status, first.body.detail.code]).toEqual([503, 'log_unavailable']);
    expect([second.status, third.status]).toEqual([200, 200]);
    expect(health.report().dependencies['span_log']).toMatchObject({ state: 'lost' });
  });

  it('breaks the connection when a stored text is damaged after the held part of an answer', async () => {
    const { ask, reader } = create();
    const attributes = `{"text":"${'a'.repeat(9_000_000)}","ag":{"data":{}}}`;
    const damaged = '{"__default__" "__default__"';
    reader.add([
      aStoredSpan({ attributes, start_time: 9n }),
      aStoredSpan({ span_id: 'b7ad6b7169203331', attributes: damaged, start_time: 1n }),
    ]);

    await expect(ask()).rejects.toThrow();
  });

  it('counts every read by its outcome', async () => {
    const { ask, reader, registry } = create();
    await ask();
    await ask({ windowing: { limit: 0 } });
    reader.failure = unavailable('CLICKHOUSE_UNAVAILABLE');
    await ask();

    const metrics = await registry.metrics();

    expect(metrics).toContain('spanhouse_query_reads_total{kind="spans",outcome="answered"} 1');
    expect(metrics).toContain('spanhouse_query_reads_total{kind="spans",outcome="refused"} 1');
    expect(metrics).toContain('spanhouse_query_reads_total{kind="spans",outcome="unavailable"} 1');
    expect(metrics).toContain('spanhouse_query_reads_total{kind="traces",outcome="answered"} 0');
  });

  it('reads the project of the principal, on every route', async () => {
    const projectId = '00000000-0000-0000-0000-0000000000aa';
    const { app, reader } = createTestTraceQuery({
      authenticate: async () => anyPrincipal({ project_id: projectId }),
    });
    const { trace_id, span_id } = aStoredSpan();

    for (const path of ['/spans/query', '/traces/query', '/tracing/spans/query']) {
      await request(app).post(path);
    }
    for (const path of [
      `/spans/?trace_id=${trace_id}`,
      `/spans/${trace_id}/${span_id}`,
      `/traces/?trace_id=${trace_id}`,
      `/traces/${trace_id}`,
      `/tracing/traces/${trace_id}`,
    ]) {
      await request(app).get(path);
    }

    expect(reader.projectIds).toEqual(Array.from({ length: 8 }, () => projectId));
  });

  it('cancels the read when the client closes the connection', async () => {
    const { app, reader, registry } = create();
    reader.isHanging = true;
    const server = await listen(app, { host: '127.0.0.1', port: 0 });
    const client = new AbortController();
    const answer = fetch(`${server.address}/spans/query`, {
      method: 'POST',
      signal: client.signal,
    });
    const refused = expect(answer).rejects.toThrow();
    await waitUntil('the read begins', () => reader.projectIds.length === 1);

    client.abort();
    await refused;

    const counted = 'spanhouse_query_reads_total{kind="spans",outcome="abandoned"} 1';
    await waitUntil('the read is abandoned', async () =>
      (await registry.metrics()).includes(counted),
    );
    await server.close();
  });
});
