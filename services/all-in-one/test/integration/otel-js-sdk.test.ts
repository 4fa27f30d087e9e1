import {
  type Attributes,
  context,
  type HrTime,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  InMemorySpanExporter,
  NodeTracerProvider,
  type ReadableSpan,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import { consistentWith, type Json, receiptsOfEveryPartition, send } from '../http-client.js';
import { newDataDir, type RunningSpanhouse, startSpanhouse } from '../running-spanhouse.js';

const KINDS = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
const STATUSES = ['UNSET', 'OK', 'ERROR'];

function toIso([seconds, nanos]: HrTime): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (nanos === 0) return `${whole}Z`;
  const digits = String(nanos).padStart(9, '0');
  return `${whole}.${nanos % 1000 === 0 ? digits.slice(0, 6) : digits}Z`;
}

function unfold(attributes: Attributes): Json {
  const root: Json = {};
  for (const [key, value] of Object.entries(attributes)) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let node = root;
    for (const segment of path) node = node[segment] ??= {};
    node[last] = value;
  }
  return root;
}

/** What the API shows of a span that the SDK exported, apart from what Spanhouse computes. */
function expectedSpan(span: ReadableSpan): Json {
  const { traceId, spanId, traceState } = span.spanContext();
  return {
    trace_id: traceId,
    span_id: spanId,
    ...(span.parentSpanContext ? { parent_id: span.parentSpanContext.spanId } : {}),
    span_name: span.name,
    span_kind: `SPAN_KIND_${KINDS[span.kind]}`,
    start_time: toIso(span.startTime),
    end_time: toIso(span.endTime),
    status_code: `STATUS_CODE_${STATUSES[span.status.code]}`,
    ...(span.status.message ? { status_message: span.status.message } : {}),
    ...(traceState ? { trace_state: traceState.serialize() } : {}),
    attributes: unfold(span.attributes),
    ...(span.events.length > 0
      ? {
          events: span.events.map((event) => ({
            name: event.name,
            timestamp: toIso(event.time),
            ...(event.attributes && Object.keys(event.attributes).length > 0
              ? { attributes: event.attributes }
              : {}),
          })),
        }
      : {}),
    ...(span.links.length > 0
      ? {
          links: span.links.map((link) => ({
            trace_id: link.context.traceId,
            span_id: link.context.spanId,
            ...(link.attributes ? { attributes: unfold(link.attributes) } : {}),
          })),
        }
      : {}),
    resource: { attributes: span.resource.attributes },
    scope: { name: span.instrumentationScope.name, version: span.instrumentationScope.version },
  };
}

/** The members of a read span that the SDK decided, links without the flags OTLP adds. */
function sentMembers(read: Json, expected: Json): Json {
  const picked = Object.fromEntries(Object.keys(expected).map((member) => [member, read[member]]));
  const { ag: _canonical, ...attributes } = read.attributes;
  const links = read.links?.map(({ flags: _flags, ...link }: Json) => link);
  return { ...picked, attributes, ...(links ? { links } : {}) };
}

interface InstrumentedService {
  readonly provider: NodeTracerProvider;
  readonly sent: InMemorySpanExporter;
}

function instrument(name: string, exporter: SpanExporter): InstrumentedService {
  const sent = new InMemorySpanExporter();
  const provider = new NodeTracerProvider({
    resource: resourceFromAttributes({
      'service.name': name,
      'service.version': '1.2.3',
      port: 8080,
    }),
    spanProcessors: [new BatchSpanProcessor(exporter), new SimpleSpanProcessor(sent)],
  });
  return { provider, sent };
}

/** One order through three services: parents across services, a link, events, an error, large values. */
function placeOrder(
  shop: InstrumentedService,
  billing: InstrumentedService,
  agent: InstrumentedService,
) {
  const tracerOf = ({ provider }: InstrumentedService) => provider.getTracer('shop-app', '4.5.6');
  const root = tracerOf(shop).startSpan('POST /orders', {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': 'POST', 'url.path': '/orders', retry: false, ratio: 0.25 },
  });
  const inRoot = trace.setSpan(context.active(), root);
  const charge = tracerOf(billing).startSpan(
    'charge',
    { kind: SpanKind.CLIENT, attributes: { amount: 4999, currencies: ['EUR', 'USD'] } },
    inRoot,
  );
  charge.addEvent('retry', { attempt: 2, 'http.status': 503 });
  charge.recordException(new Error('card declined'));
  charge.setStatus({ code: SpanStatusCode.ERROR, message: 'card declined' });
  charge.end();
  const answer = tracerOf(agent).startSpan(
    'summarise – 要約',
    {
      attributes: {
        'prompt.text': 'lorem ipsum 🚀 '.repeat(20_000),
        'prompt.lines': ['a', '', 'c'],
      },
      links: [{ context: charge.spanContext(), attributes: { 'link.reason': 'caused by' } }],
    },
    trace.setSpan(context.active(), charge),
  );
  answer.setStatus({ code: SpanStatusCode.OK });
  answer.end();
  root.end();
  return root.spanContext().traceId;
}

describe('an application instrumented with the OpenTelemetry JS SDK', () => {
  let spanhouse: RunningSpanhouse;
  beforeAll(async () => {
    spanhouse = await startSpanhouse(newDataDir());
  });
  afterAll(() => spanhouse.stop());

  it.each([
    ['protobuf', (url: string): SpanExporter => new ProtobufExporter({ url })],
    ['JSON', (url: string): SpanExporter => new JsonExporter({ url })],
  ])(
    'reads back over %s exactly what it sent, field by field',
    async (_encoding, createExporter) => {
      const services = ['shop', 'billing', 'agent'].map((name) =>
        instrument(name, createExporter(`${spanhouse.url}/v1/traces`)),
      );
      const [shop, billing, agent] = services as [
        InstrumentedService,
        InstrumentedService,
        InstrumentedService,
      ];
      const traceIds = Array.from({ length: 20 }, () => placeOrder(shop, billing, agent));
      const sent = services.flatMap(({ sent: exporter }) => exporter.getFinishedSpans());
      await Promise.all(services.map(({ provider }) => provider.forceFlush()));

      const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
      const query = `trace_ids=${traceIds.join(',')}`;
      const { status, body } = await send(`${spanhouse.url}/spans/?${query}`, { headers });

      expect(status).toBe(200);
      expect(body.count).toBe(60);
      const read = new Map(body.spans.map((span: Json) => [span.span_id, span]));
      for (const span of sent) {
        const expected = expectedSpan(span);
        expect(sentMembers(read.get(expected.span_id), expected)).toEqual(expected);
      }
      await Promise.all(services.map(({ provider }) => provider.shutdown()));
    },
  );

  it('finds its trace as a tree across services', async () => {
    const services = ['shop', 'billing', 'agent'].map((name) =>
      instrument(name, new ProtobufExporter({ url: `${spanhouse.url}/v1/traces` })),
    );
    const [shop, billing, agent] = services as [
      InstrumentedService,
      InstrumentedService,
      InstrumentedService,
    ];
    const traceId = placeOrder(shop, billing, agent);
    await Promise.all(services.map(({ provider }) => provider.shutdown()));

    const headers = consistentWith(await receiptsOfEveryPartition(spanhouse.url));
    const { body } = await send(`${spanhouse.url}/traces/${traceId}`, { headers });

    const root = body.trace.spans['POST /orders'];
    expect(Object.keys(body.trace.spans)).toEqual(['POST /orders']);
    expect(root.spans.charge.spans['summarise – 要約'].resource.attributes['service.name']).toBe(
      'agent',
    );
    expect(root.attributes.ag.metrics.errors).toEqual({ cumulative: 1 });
  });
});
