import { readFileSync } from 'node:fs';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-grpc';
import {
  type ClickHouseWithUsers,
  startClickHouseWithUsers,
} from '@spanhouse/embedded-clickhouse/testing';
import { describeWithBackend, freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import {
  asClickHouseReads,
  asPrometheusReads,
  type DashboardQuery,
  readDashboardQueries,
  valuesOf,
} from '../../dashboard-queries.js';
import { consistentWith, type Json, postJson, send } from '../../http-client.js';
import { instrumentShop, placeOrder } from '../../instrumented-shop.js';
import { declaredMetrics, kafkaMetrics } from '../../metrics-document.js';
import { type RunningProber, startProber } from '../../processes/running-prober.js';
import { type RunningPrometheus, startPrometheus } from '../../processes/running-prometheus.js';
import {
  newDataDir,
  type RunningSpanhouse,
  startSpanhouse,
} from '../../processes/running-spanhouse.js';

const readerFile = new URL(
  '../../../../../deploy/grafana/clickhouse-reader.xml',
  `file://${__dirname}/`,
).pathname;
const grafana = { user: 'grafana', password: 'for-this-test' };
const queries = readDashboardQueries();

async function write({ url, grpcUrl }: RunningSpanhouse) {
  const shop = instrumentShop(() => new OTLPTraceExporter({ url: grpcUrl }));
  placeOrder(shop);
  await Promise.all(shop.map(({ provider }) => provider.shutdown()));
  const now = new Date().toISOString();
  const span = { trace_id: crypto.randomUUID(), start_time: now, end_time: now };
  const tokens = { incremental: { prompt: 8, completion: 2, total: 10 } };
  const attributes = { ag: { metrics: { tokens } }, 'gen_ai.request.model': 'gpt-4o' };
  const dropped = { ...span, span_id: 'no' };
  const spans = [{ ...span, span_id: '00f067aa0ba902b7', attributes }, dropped];
  return postJson(`${url}/tracing/spans/ingest`, { spans });
}

async function read({ url }: RunningSpanhouse, headers = {}) {
  await postJson(`${url}/spans/query`, {}, headers);
  await send(`${url}/traces/${'a'.repeat(32)}`);
}

async function work(spanhouse: RunningSpanhouse) {
  const { receipt } = await write(spanhouse);
  await read(spanhouse, consistentWith(receipt));
}

function hasData(result: Json): boolean {
  return result.some(({ value: [, value] }: Json) => value !== 'NaN');
}

describeWithBackend('deploy/grafana', 'PROMETHEUS', (program) => {
  let clickhouse: ClickHouseWithUsers;
  let spanhouse: RunningSpanhouse;
  let prober: RunningProber;
  let prometheus: RunningPrometheus;

  beforeAll(async () => {
    const fromEnv = 'password from_env="GRAFANA_CLICKHOUSE_PASSWORD"/';
    const usersFile = readFileSync(readerFile, 'utf8').replace(
      fromEnv,
      `password>${grafana.password}</password`,
    );
    clickhouse = await startClickHouseWithUsers({ dataDir: newDataDir(), users: {}, usersFile });
    spanhouse = await startSpanhouse(newDataDir(), {
      CLICKHOUSE_URL: clickhouse.url,
      TOKEN_SECRET: 'a secret of 32 bytes for this test',
      OTLP_GRPC_PORT: String(await freePort()),
      RATE_LIMIT_INGEST_PER_SECOND: '1000',
      QUERY_DEADLINE_MS: '60000', // no read reaches it on a busy machine
    });
    prober = await startProber({
      PROBE_WRITE_URL: spanhouse.url,
      PROBE_OTLP_GRPC_URL: spanhouse.grpcUrl,
      PROBE_INTERVAL_MS: '4000', // each probe costs ClickHouse up to a second of CPU time
    });
    prometheus = await startPrometheus(program, {
      targets: { 'all-in-one': spanhouse.url, prober: prober.url },
      rules: [{ alert: 'SpanhouseForThisTest', expr: 'vector(1)' }],
    });
  });
  afterAll(async () => {
    await prometheus?.stop();
    await prober?.stop();
    await spanhouse?.stop();
    await clickhouse?.close();
  });

  const ask = (query: DashboardQuery): Promise<Json> =>
    prometheus.get('query', { query: asPrometheusReads(query) });

  /** Runs a statement and returns the rows. Throws with ClickHouse's message if the statement fails. */
  async function statement(query: string, credentials = {}): Promise<readonly Json[]> {
    const settings = { database: 'spanhouse', default_format: 'JSON', max_execution_time: '20' };
    const parameters = new URLSearchParams({ ...settings, ...credentials, query });
    const response = await fetch(`${clickhouse.url}/?${parameters}`, { method: 'POST' });
    const text = await response.text();
    if (!response.ok) {
      throw new Error(`${text}: ${query}`);
    }
    return text === '' ? [] : JSON.parse(text).data;
  }

  /** Returns the queries that do not return any data yet. */
  async function stillEmpty(
    pending: readonly DashboardQuery[],
  ): Promise<readonly DashboardQuery[]> {
    const empty: DashboardQuery[] = [];
    for (const query of pending) {
      if (!hasData((await ask(query)).result)) {
        empty.push(query);
      }
    }
    return empty;
  }

  it('queries only metrics that the services declare and series that the rules record', async () => {
    const declared = new Set((await declaredMetrics()).map(({ name }) => name));
    const { groups } = await prometheus.get('rules', {});
    const recorded = groups.flatMap(({ rules }: Json) => rules.map(({ name }: Json) => name));
    const known = new Set([...declared, ...recorded, 'ALERTS']);
    const names = [...queries.promql, ...queries.labelValues].flatMap(({ text }) =>
      [...text.matchAll(/([a-zA-Z_:][\w:]*)\{/g)].map(([, name = '']) => name),
    );

    const unknown = names.filter(
      (name) => !known.has(name) && !known.has(name.replace(/_(bucket|sum|count)$/, '')),
    );

    expect(names.length).toBeGreaterThan(100);
    expect(unknown).toEqual([]);
  });

  it('gets data from Prometheus for every expression of every panel', async () => {
    let pending: readonly DashboardQuery[] = queries.promql.filter(
      ({ text }) => !kafkaMetrics.test(text),
    );
    const areAllAnswered = async () => {
      await work(spanhouse);
      pending = await stillEmpty(pending);
      return pending.length === 0;
    };

    await waitUntil('every expression has data', areAllAnswered, {
      details: () => pending.map(({ name, text }) => `${name}: ${text}`).join('\n'),
    });

    expect(queries.promql.length).toBeGreaterThan(100);
  });

  it('finds values for every variable above the panels', async () => {
    for (const { name, text } of queries.labelValues) {
      const [, selector = '', label = ''] = /^label_values\((.*), (\w+)\)$/.exec(text) ?? [];
      const wanted = asPrometheusReads({ name, text: selector });
      const found = await prometheus.get('series', { 'match[]': wanted });

      const values = found.map((series: Json) => series[label]);
      expect({ name, values }).toEqual({ name, values: [expect.any(String)] });
    }
  });

  it('gets rows for every query of the project dashboard, as the ClickHouse user of Grafana', async () => {
    await work(spanhouse);
    const choice = queries.sql.find(({ name }) => name === 'project.json: project');
    const [{ project }] = await statement(asClickHouseReads(choice?.text ?? '', ''), grafana);
    const letter = `('log', 2, '${project}', 'insert', 'refused')`;
    await statement(`INSERT INTO dead_letters (log_id, row_count, project_id, stage, reason)
      VALUES ${letter}, ${letter}`);

    expect(queries.sql.length).toBeGreaterThan(15);
    for (const { name, text } of queries.sql) {
      const rows = await statement(asClickHouseReads(text, project), grafana);
      expect({ name, rows }).toEqual({ name, rows: expect.arrayContaining([expect.anything()]) });
    }
  });

  it('does not allow that user to read the content of spans or to write', async () => {
    const asGrafana = (sql: string) => statement(sql, grafana);

    await expect(asGrafana('SELECT attributes FROM spans')).rejects.toThrow('ACCESS_DENIED');
    await expect(asGrafana('TRUNCATE TABLE spans')).rejects.toThrow(/ACCESS_DENIED|READONLY/);
  });

  const tile = async (title: string) => {
    const query = queries.promql.find(({ name }) => name === `overview.json: ${title}`);
    return valuesOf((await ask(query ?? { name: title, text: '' })).result);
  };
  const tiles = async () => ({
    notAccepted: await tile('Not accepted'),
    readsFailing: await tile('Reads failing'),
    deadLetters: await tile('Dead letters'),
    dependencies: await tile('Dependencies'),
    ready: await tile('Processes ready'),
  });

  it('shows a healthy system on the overview, and later failing reads while writes succeed', async () => {
    const healthy = await tiles();
    await clickhouse.close();
    const broken = await waitUntil('the tile shows that reads fail', async () => {
      await Promise.all([write(spanhouse), read(spanhouse)]);
      const shown = await tiles();
      return (shown.readsFailing['value'] ?? 0) > 0.05 && shown;
    });

    const good = {
      notAccepted: { value: 0 },
      deadLetters: { value: 0 },
      ready: { 'all-in-one': 1 },
    };
    const up = { catalog: 1, clickhouse: 1, span_log: 1 };
    expect(healthy).toEqual({ ...good, readsFailing: { value: 0 }, dependencies: up });
    expect(broken).toEqual({
      ...good,
      readsFailing: { value: expect.any(Number) },
      dependencies: { ...up, clickhouse: 0 },
    });
    expect(broken.readsFailing['value']).toBeGreaterThan(0.05);
  });
});
