import { execFileSync } from 'node:child_process';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { BasicTracerProvider, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-node';
import { freePort, waitUntil } from '@spanhouse/service-runtime/testing';
import { type Json, postJson, send } from '../../http-client.js';
import { runSpanhouse } from '../../processes/running-spanhouse.js';
import { scrape, sumOf } from '../../scrape.js';

const aTrace = 'f'.repeat(32);

function randomHex(bytes: number) {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(bytes))).toString('hex');
}

describe('a Spanhouse that sends its traces to itself', () => {
  let url: string;
  runSpanhouse(async () => {
    const port = await freePort();
    url = `http://127.0.0.1:${port}`;
    return {
      HTTP_PORT: String(port),
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/v1/traces`,
    };
  });

  const spansNamed = async (name: string): Promise<readonly Json[]> => {
    const { body } = await postJson(`${url}/spans/query`, {
      filtering: { conditions: [{ field: 'span_name', operator: 'is', value: name }] },
      windowing: { limit: 1000 },
    });
    return body.spans;
  };

  const readSomething = async (): Promise<string> => {
    const traceId = randomHex(16);
    const traceparent = `00-${traceId}-00f067aa0ba902b7-01`;
    expect((await send(`${url}/traces/${aTrace}`, { headers: { traceparent } })).status).toBe(200);
    return traceId;
  };

  const spansOf = (traceId: string) =>
    waitUntil(`trace ${traceId} has spans`, async () => {
      const { status, body } = await send(`${url}/spans/?trace_ids=${traceId}`);
      return status === 200 && body.count > 0 ? (body.spans as readonly Json[]) : undefined;
    });

  /** Waits until every span about Spanhouse itself is stored and no running work can create another span. */
  const atRest = () =>
    waitUntil('every span about Spanhouse is stored', async () => {
      const samples = await scrape(url);
      const value = (name: string) => sumOf(samples, `spanhouse_${name}`);
      const counts = {
        started: value('self_tracing_spans_started_total'),
        exported: value('self_tracing_spans_total'),
        published: value('gateway_spans_published_total'),
        written: value('consumer_spans_written_total'),
        pending: value('consumer_spans_pending'),
      };
      const { started, exported, published, written } = counts;
      return started > 0 && started === exported && published === written ? counts : undefined;
    });

  it('stops creating spans when it is idle, and has stored every span that it created', async () => {
    await readSomething();

    const counts = await atRest();

    expect(counts).toMatchObject({ published: counts.started, pending: 0 });
  });

  it('shows a read as one trace, which the caller of the API started', async () => {
    const spans = await spansOf(await readSomething());

    const [root, ...steps] = spans.toSorted((a, b) => (a.span_kind < b.span_kind ? 1 : -1));
    expect(root).toMatchObject({
      span_name: 'GET /traces/:trace_id',
      span_kind: 'SPAN_KIND_SERVER',
      parent_id: '00f067aa0ba902b7',
      resource: { attributes: { 'service.name': 'spanhouse-all-in-one' } },
      scope: { name: '@spanhouse/self-tracing' },
    });
    expect(root.attributes.http.response.status_code).toBe(200);
    expect(steps.length).toBeGreaterThan(0);
    for (const step of steps) {
      expect(step.span_name).toMatch(/^SELECT \w+$/);
      expect(step.attributes.db.system.name).toBe('clickhouse');
      expect(step.parent_id).toBe(root.span_id);
    }
    expect(JSON.stringify(spans)).not.toContain(aTrace);
  });

  it('shows the work for a sender in separate traces: request with publish, flush with insert', async () => {
    const traceId = randomHex(16);
    const span = { trace_id: traceId, span_id: randomHex(8), span_name: 'of an application' };
    const times = { start_time: new Date().toISOString(), end_time: new Date().toISOString() };
    const headers = { traceparent: `00-${traceId}-00f067aa0ba902b7-01` };
    await postJson(`${url}/tracing/spans/ingest`, { spans: [{ ...span, ...times }] }, headers);

    const [flush] = await waitUntil('a flush is traced', async () => {
      const spans = await spansNamed('flush');
      return spans.length > 0 && spans;
    });
    const [publish] = await spansNamed('publish');

    const flushed = (await spansOf(flush.trace_id)).map(({ span_name }) => span_name);
    expect(flushed).toEqual(expect.arrayContaining(['flush', 'INSERT spans']));
    const published = (await spansOf(publish.trace_id)).map(({ span_name }) => span_name);
    expect(published.toSorted()).toEqual(['POST /tracing/spans/ingest', 'publish']);
    expect((await spansOf(traceId)).map(({ span_name }) => span_name)).toEqual([
      'of an application',
    ]);
  });

  it('creates no spans about its own spans when a collector forwards them', async () => {
    await atRest();
    const before = (await spansNamed('flush')).length;
    const collector = new BasicTracerProvider({
      spanProcessors: [new SimpleSpanProcessor(new OTLPTraceExporter({ url: `${url}/v1/traces` }))],
    });
    collector.getTracer('@spanhouse/self-tracing').startSpan('brought by a collector').end();
    await collector.forceFlush();
    await waitUntil('the span of the collector is stored', async () => {
      return (await spansNamed('brought by a collector'))[0];
    });

    await spansOf(await readSomething()); // sent after whatever was made of the collector's request

    expect(await spansNamed('POST /v1/traces')).toEqual([]);
    expect((await spansNamed('flush')).length).toBe(before);
    await collector.shutdown();
  });
});

describe('a Spanhouse that does not trace itself', () => {
  it('loads no SDK', () => {
    const script = `
      import { createRequire } from 'node:module';
      import { createRegistry, openSelfTracing } from './packages/service-runtime/dist/index.js';
      for (const name of ['ingest-gateway', 'span-consumer', 'trace-query', 'all-in-one']) {
        await import('./services/' + name + '/dist/app.js');
      }
      const tracer = await openSelfTracing('test', { config: {}, registry: createRegistry('test') });
      const loaded = Object.keys(createRequire(import.meta.url).cache);
      const traced = loaded.filter((path) => /@opentelemetry.(?!api.)[^@]*$/.test(path));
      console.log(JSON.stringify([tracer === undefined, loaded.length > 50, traced.length]));
      process.exit();`;
    const repository = new URL('../../../../../', `file://${__dirname}/`).pathname;

    const printed = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      cwd: repository,
      encoding: 'utf8',
    });

    expect(JSON.parse(printed)).toEqual([true, true, 0]);
  });
});
