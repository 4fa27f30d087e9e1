import { type Account, Administrator, exportOf, newTraceId, spanOf } from '../../accounts.js';
import { consistentWith, postJson, send } from '../../http-client.js';
import { askClickHouse } from '../../processes/ask-clickhouse.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';

const adminKey = 'the-admin-key-of-the-test';

describe('PUT /admin/projects/{project_id}', () => {
  const spanhouse = runSpanhouse({ AUTH_MODE: 'keys', ADMIN_KEY: adminKey });
  let administrator: Administrator;
  let ada: Account;
  let bob: Account;

  const change = (settings: object) =>
    administrator.call('PUT', `/admin/projects/${ada.projectId}`, settings);
  const ingest = ({ headers }: Account, traceId: string, attributes: object = {}) =>
    postJson(
      `${spanhouse.url}/tracing/spans/ingest`,
      { spans: [{ ...spanOf(traceId), attributes }] },
      { ...headers },
    );
  const read = ({ headers }: Account, path: string, receipts = '') =>
    send(`${spanhouse.url}${path}`, { headers: { ...headers, ...consistentWith(receipts) } });

  beforeAll(async () => {
    administrator = new Administrator(spanhouse, adminKey);
    ada = await administrator.newAccount('ada@example.com');
    bob = await administrator.newAccount('bob@example.com');
  });

  it('keeps spans for the retention that the project had when they arrived', async () => {
    const [before, after] = [newTraceId(), newTraceId()];
    const retentionOf = async (traceId: string): Promise<number> => {
      const sql = `SELECT retention_days FROM spanhouse.spans WHERE lower(hex(trace_id)) = '${traceId}' FORMAT TSV`;
      return Number(await askClickHouse(spanhouse, sql));
    };

    const first = await ingest(ada, before);
    await change({ retention_days: 30 });
    const second = await ingest(ada, after);
    await read(ada, `/traces/${before}`, `${first.receipt},${second.receipt}`);

    expect([await retentionOf(before), await retentionOf(after)]).toEqual([0, 30]);
  });

  it("prices a project's own models after its prices have changed", async () => {
    const [before, after, exported, others] = Array.from({ length: 4 }, newTraceId) as [
      string,
      string,
      string,
      string,
    ];
    const ag = {
      meta: { response: { model: 'our-model' } },
      metrics: { tokens: { incremental: { prompt: 1000, completion: 10 } } },
    };
    const prices = { 'our-model': { input_mtok: 2, output_mtok: 10 } };

    const first = await ingest(ada, before, { ag });
    const project = await change({ prices });
    const second = await ingest(ada, after, { ag });
    const third = await ingest(bob, others, { ag });
    const otlp = [
      { key: 'gen_ai.response.model', value: { stringValue: 'our-model' } },
      { key: 'gen_ai.usage.input_tokens', value: { intValue: '1000' } },
    ];
    const url = `${spanhouse.url}/v1/traces`;
    const fourth = await postJson(url, exportOf(exported, otlp), { ...ada.headers });

    const pricedAt = async (account: Account, traceId: string, receipts?: string) => {
      const { body } = await read(account, `/spans/?trace_id=${traceId}`, receipts);
      const [span] = body.spans;
      return [span.attributes.ag.metrics.costs?.incremental?.total, span.pricing];
    };
    const receipts = `${first.receipt},${second.receipt}`;
    expect(project.body.prices).toEqual(prices);
    expect(await pricedAt(ada, before, receipts)).toEqual([undefined, undefined]);
    expect(await pricedAt(ada, after, receipts)).toEqual([
      0.0021,
      { source: 'project', model: 'our-model' },
    ]);
    expect(await pricedAt(ada, exported, fourth.receipt)).toEqual([
      0.002,
      { source: 'project', model: 'our-model' },
    ]);
    expect(await pricedAt(bob, others, third.receipt)).toEqual([undefined, undefined]);
  });
});
