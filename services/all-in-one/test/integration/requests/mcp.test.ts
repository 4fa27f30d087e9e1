import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { Administrator } from '../../accounts.js';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';
import { supportRuns } from '../../support-runs.js';

const adminKey = 'the-admin-key-of-the-test';
const failed = { conditions: [{ field: 'status_code', value: 'STATUS_CODE_ERROR' }] };
const hour = { oldest: '2026-05-01T10:00:00Z', newest: '2026-05-01T11:00:00Z' };
const lookUps = { conditions: [{ field: 'span_name', value: 'look up order' }] };
/** The trace id of the latest failed run. */
const trace_id = '3a'.padStart(32, '0');

async function connect(url: string, headers: Record<string, string> = {}): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const options = { requestInit: { headers } };
  const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), options);
  // The library's type does not compile with `exactOptionalPropertyTypes`.
  await client.connect(transport as Transport);
  return client;
}

/** Calls a tool and returns the result as a model receives it. */
async function use(client: Client, name: string, args: Json = {}) {
  const { content, isError } = (await client.callTool({ name, arguments: args })) as Json;
  const { text } = content[0];
  return { isError, text, ...JSON.parse(text) };
}

describe('the MCP tools, through the MCP client', () => {
  const spanhouse = runSpanhouse({ AUTH_MODE: 'keys', ADMIN_KEY: adminKey });
  let administrator: Administrator;
  let client: Client;

  beforeAll(async () => {
    administrator = new Administrator(spanhouse, adminKey);
    const { headers } = await administrator.newAccount('ada@example.com');
    const path = `${spanhouse.url}/tracing/spans/ingest`;
    const { receipt } = await postJson(path, { spans: supportRuns() }, headers);
    await send(`${spanhouse.url}/traces/${trace_id}`, {
      headers: { ...headers, ...consistentWith(receipt) },
    });
    client = await connect(spanhouse.url, headers);
  });
  afterAll(() => client.close());

  it('only read, and have descriptions that fit into a conversation', async () => {
    const { tools } = await client.listTools();

    expect(client.getServerVersion()?.name).toBe('spanhouse');
    expect(client.getInstructions()).toContain('summarize_spans');
    expect(tools.map(({ name }) => name)).toEqual([
      ...['summarize_spans', 'search_traces', 'open_trace', 'read_spans', 'compare_spans'],
      ...['list_attribute_keys', 'list_attribute_values', 'list_sessions', 'list_users'],
    ]);
    expect(tools.every(({ annotations }) => annotations?.readOnlyHint)).toBe(true);
    expect(JSON.stringify(tools).length).toBeLessThan(14_000);
  });

  it('summarize a window by field and over time, with percentiles, tokens and costs', async () => {
    const byMessage = await use(client, 'summarize_spans', {
      filtering: failed,
      windowing: hour,
      group_by: [{ field: 'span_name' }, { field: 'status_message' }],
    });
    const overTime = await use(client, 'summarize_spans', {
      focus: 'trace',
      windowing: hour,
      buckets: 2,
      measures: ['count', 'failed', 'duration.p50', 'tokens.sum', 'costs.sum'],
    });

    expect(byMessage.data.total).toMatchObject({ count: 20, failed: 20 });
    expect(byMessage.data.rows).toHaveLength(2);
    expect(overTime.data.rows).toMatchObject([
      { count: 30, failed: 0, duration: { p50: 3000 }, tokens: { sum: 7500 } },
      { count: 30, failed: 10, duration: { p50: 3000 }, tokens: { sum: 5000 } },
    ]);
    expect(overTime.left_out).toBeNull();
  });

  it('search traces page by page', async () => {
    const first = await use(client, 'search_traces', { filtering: failed, limit: 6 });
    const second = await use(client, 'search_traces', {
      filtering: failed,
      limit: 6,
      next: first.next,
    });

    const ids = [...first.data.traces, ...second.data.traces].map((trace) => trace.trace_id);
    expect(ids[0]).toBe(trace_id);
    expect(new Set(ids).size).toBe(10);
    expect(second.next).toBeNull();
    expect(first.data.traces[0]).toMatchObject({
      root: { span_name: 'answer question', service_name: 'support-agent' },
      failed: 2,
      duration_ns: '1000000000',
    });
  });

  it('open a trace, and then the payload of a span', async () => {
    const { data } = await use(client, 'open_trace', { trace_id });
    const broken = data.spans.at(-1);
    const read = await use(client, 'read_spans', { trace_id, span_ids: [broken.span_id] });

    expect(broken).toMatchObject({ depth: 1, span_type: 'tool', duration_ns: 800_000_000 });
    expect(read.data.spans).toMatchObject([
      {
        start_time: '2026-05-01T10:57:00.100000Z',
        status_message: 'HTTP 410 from orders: region eu is served by v2 only',
        events: [{ attributes: { 'exception.type': 'GoneError' } }],
      },
    ]);
  });

  it('report what distinguishes the failed spans', async () => {
    const { data } = await use(client, 'compare_spans', {
      filtering: lookUps,
      selection: failed,
      limit: 6,
    });

    expect(data).toMatchObject({ selected: 10, rest: 50 });
    const keys = data.attributes.map(({ field, key }: Json) => key ?? field);
    expect(keys).toContain('orders.region');
    expect(keys).toContain('orders.api');
  });

  it('list attributes, sessions and users', async () => {
    const keys = await use(client, 'list_attribute_keys', { prefix: 'orders.' });
    const values = await use(client, 'list_attribute_values', { key: 'orders.region' });
    const sessions = await use(client, 'list_sessions', { limit: 3 });
    const users = await use(client, 'list_users', { filtering: failed });

    expect(keys.data.keys.map(({ key }: Json) => key).sort()).toEqual([
      ...['orders.api', 'orders.attempt', 'orders.region'],
    ]);
    expect(values.data.values).toEqual([
      { value: 'us', count: 40 },
      { value: 'eu', count: 20 },
    ]);
    expect(sessions.data.sessions).toMatchObject([{ session_id: 'session-19', traces: 3 }, {}, {}]);
    expect(sessions.next).toEqual(expect.any(String));
    expect(users.data.users.length).toBeGreaterThan(3);
  });

  it('show no data to another project, and refuse unknown keys', async () => {
    const { headers } = await administrator.newAccount('eve@example.com');
    const stranger = await connect(spanhouse.url, headers);

    expect((await use(stranger, 'open_trace', { trace_id })).data.found).toBe(false);
    expect((await use(stranger, 'search_traces')).data.traces).toEqual([]);
    await expect(connect(spanhouse.url, { authorization: 'Bearer x' })).rejects.toThrow(
      'Unauthorized',
    );
    await stranger.close();
  });
});
