import { waitUntil } from '@spanhouse/service-runtime/testing';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'the-admin-key-of-the-test';

describe('GET /admin/ingest of npm start', () => {
  const spanhouse = runSpanhouse({ ADMIN_KEY: adminKey });

  const read = async (): Promise<Json> => {
    const headers = { authorization: `Access ${adminKey}` };
    return (await send(`${spanhouse.url}/admin/ingest`, { headers })).body;
  };
  const ingest = (spans: readonly object[]) =>
    postJson(`${spanhouse.url}/tracing/spans/ingest`, { spans });
  const span = (members: object = {}) => ({
    trace_id: crypto.randomUUID(),
    span_id: crypto.randomUUID().replaceAll('-', '').slice(0, 16),
    start_time: '2026-05-01T10:00:00Z',
    end_time: '2026-05-01T10:00:01Z',
    ...members,
  });

  it('shows accepted, dropped and stored spans, and the time until they were stored', async () => {
    const late = { start_time: 'yesterday' };
    const { receipt } = await ingest([span(), span(late), span(late), span({ span_kind: 'x' })]);
    await postJson(`${spanhouse.url}/spans/query`, {}, consistentWith(receipt));

    await waitUntil(
      'a consumer has reported',
      async () => (await read()).time_to_visible_ms.p50 !== null,
    );
    const state = await read();

    expect(state.accepted_per_second).toBeGreaterThan(0);
    expect(state.dropped).toEqual([
      { code: 'invalid_time', count: 2 },
      { code: 'invalid_enum', count: 1 },
    ]);
    expect(state.store.rows).toBe(1);
    expect(
      state.partitions
        .map((partition: Json) => partition.end)
        .toSorted()
        .at(-1),
    ).toBe(1);
    const { p50, p95, max } = state.time_to_visible_ms;
    expect(p50).toBeGreaterThan(0);
    expect([p95, max]).toEqual([p50, p50]);
  });
});
