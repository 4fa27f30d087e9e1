import {
  type Attributes,
  context,
  type HrTime,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  InMemorySpanExporter,
  NodeTracerProvider,
  SimpleSpanProcessor,
  type SpanExporter,
} from '@opentelemetry/sdk-trace-node';
import type { Json } from './http-client.js';

export const kinds = ['INTERNAL', 'SERVER', 'CLIENT', 'PRODUCER', 'CONSUMER'];
export const statuses = ['UNSET', 'OK', 'ERROR'];

export function toIso([seconds, nanos]: HrTime): string {
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  if (nanos === 0) {
    return `${whole}Z`;
  }
  const digits = String(nanos).padStart(9, '0');
  return `${whole}.${nanos % 1000 === 0 ? digits.slice(0, 6) : digits}Z`;
}

export function unfold(attributes: Attributes): Json {
  const root: Json = {};
  for (const [key, value] of Object.entries(attributes)) {
    const path = key.split('.');
    const last = path.pop() ?? '';
    let node = root;
    for (const segment of path) {
      node = node[segment] ??= {};
    }
    node[last] = value;
  }
  return root;
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

export type Shop = readonly [
  shop: InstrumentedService,
  billing: InstrumentedService,
  agent: InstrumentedService,
];

export function instrumentShop(createExporter: () => SpanExporter): Shop {
  const create = (name: string) => instrument(name, createExporter());
  return [create('shop'), create('billing'), create('agent')];
}

/**
 * Traces one order through three services. The trace has spans with parents in other services, a link, events, an error
 * and large values.
 */
export function placeOrder([shop, billing, agent]: Shop) {
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
