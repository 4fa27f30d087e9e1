import type { FlatAttributes, Trace, TracedSpan, Value } from '../evaluate/traced-span.js';

const T0 = 1_777_629_600_000_000_000n;
const MS = 1_000_000n;

type Plain = string | number | bigint | boolean | readonly string[];

function toValue(value: Plain): Value {
  switch (typeof value) {
    case 'string':
      return { type: 'string', value };
    case 'boolean':
      return { type: 'bool', value };
    case 'bigint':
      return { type: 'int', value };
    case 'number':
      return Number.isInteger(value)
        ? { type: 'int', value: BigInt(value) }
        : { type: 'float', value };
    default:
      return { type: 'list', values: value.map((text) => ({ type: 'string', value: text })) };
  }
}

function attributes(members: Readonly<Record<string, Plain>>): FlatAttributes {
  return new Map(Object.entries(members).map(([key, value]) => [key, toValue(value)]));
}

interface Example extends Partial<Omit<TracedSpan, 'attributes' | 'resource'>> {
  readonly in?: Readonly<Record<string, Plain>>;
  readonly has?: Readonly<Record<string, Plain>>;
}

const prod = { 'deployment.environment': 'prod' };
const http = { name: 'http', version: '1.4.0', attributes: attributes({}) };

/** Writes a span: its id, the id of its parent, its name, and its start and duration in ms after T0. */
function span(
  [id, parent, span_name]: readonly [string, string, string],
  [start, duration]: readonly [number, number],
  { in: service = {}, has = {}, ...members }: Example,
): TracedSpan {
  const start_time = T0 + BigInt(Math.round(start * 1000)) * 1000n;
  return {
    span_id: id.padStart(16, '0'),
    parent_id: parent === '' ? '' : parent.padStart(16, '0'),
    start_time,
    end_time: start_time + BigInt(Math.round(duration * 1000)) * 1000n,
    span_name,
    kind: 'internal',
    status: 'unset',
    status_message: '',
    attributes: attributes(has),
    resource: attributes(service),
    scope: { name: '', version: '', attributes: attributes({}) },
    events: [],
    links: [],
    ...members,
  };
}

function serviceOf(name: string, environment: Readonly<Record<string, Plain>> = prod) {
  return { 'service.name': name, ...environment };
}

const gateway = serviceOf('gateway');
const payments = serviceOf('payments');
const billing = serviceOf('billing');

function event(name: string, afterMs: number, members: Readonly<Record<string, Plain>>) {
  return { name, timestamp: T0 + BigInt(afterMs) * MS, attributes: attributes(members) };
}

const checkout: Trace = {
  trace_id: '4bf92f3577b34da6a3ce929d0e0e47a1',
  spans: [
    span(['a1', '', 'GET /checkout'], [0, 900], {
      in: gateway,
      kind: 'server',
      scope: http,
      has: { 'http.method': 'GET', 'http.status_code': 200, tier: 'gold', retry: false },
    }),
    span(['a2', 'a1', 'POST /pay'], [50, 600], {
      in: gateway,
      kind: 'client',
      status: 'error',
      status_message: 'bad gateway',
      scope: http,
      has: { 'http.method': 'POST', 'http.status_code': 502, 'peer.service': 'payments' },
    }),
    span(['a3', 'a2', 'charge'], [100, 500], {
      in: payments,
      kind: 'server',
      status: 'error',
      status_message: 'card declined',
      has: { 'http.status_code': 502, amount: 12.5 },
      events: [
        event('retry', 300, { attempt: 2 }),
        event('exception', 550, {
          'exception.type': 'CardError',
          'exception.message': 'declined',
        }),
      ],
    }),
    span(['a4', 'a3', 'SELECT cards'], [120, 80], {
      in: payments,
      kind: 'client',
      status: 'ok',
      has: { 'db.system': 'postgresql', 'db.name': 'cards', rows: 3 },
    }),
    span(['a5', 'a1', 'render'], [700, 150], {
      in: gateway,
      has: { tags: ['fast', 'html'], size: 2048 },
    }),
    span(['a6', 'a1', 'reserve'], [710, 40], {
      in: serviceOf('inventory', { 'deployment.environment': 'staging' }),
      kind: 'server',
      has: { 'http.status_code': '409' },
      links: [
        {
          trace_id: '4bf92f3577b34da6a3ce929d0e0e47b2',
          span_id: '00000000000000b1',
          attributes: attributes({ kind: 'retry_of' }),
        },
      ],
    }),
  ],
};

const order: Trace = {
  trace_id: '4bf92f3577b34da6a3ce929d0e0e47b2',
  spans: [
    span(['b1', '', 'publish order'], [60_000, 20], {
      in: serviceOf('orders'),
      kind: 'producer',
      has: { 'messaging.system': 'kafka' },
    }),
    span(['b2', 'b1', 'consume order'], [60_500, 1500], {
      in: billing,
      kind: 'consumer',
      status: 'ok',
      has: { retries: 0 },
    }),
    span(['b3', 'b2', 'chat gpt-4o'], [60_600, 1200], {
      in: billing,
      kind: 'client',
      has: {
        'gen_ai.request.model': 'gpt-4o',
        'gen_ai.usage.input_tokens': 1200,
        'gen_ai.usage.output_tokens': 300,
        temperature: 0,
      },
    }),
    span(['b4', 'b2', 'write ledger'], [61_850, 100], { in: billing, has: { rows: 1 } }),
  ],
};

const tick: Trace = {
  trace_id: '0000000000000000c3c3c3c3c3c3c3c3',
  spans: [
    span(['c1', '', 'tick'], [120_000, 0.4], {
      in: serviceOf('cron', {}),
      scope: { name: 'scheduler', version: '2.1.0', attributes: attributes({}) },
    }),
  ],
};

const late: Trace = {
  trace_id: '4bf92f3577b34da6a3ce929d0e0e47d4',
  spans: [
    span(['d2', 'd1', 'charge'], [180_000, 300], {
      in: payments,
      kind: 'server',
      status: 'ok',
      has: { 'http.status_code': 200, amount: 99 },
    }),
    span(['d3', 'd2', 'SELECT cards'], [180_010, 250], {
      in: payments,
      kind: 'client',
      has: { 'db.system': 'postgresql', rows: 0 },
    }),
  ],
};

/** Four traces with 13 spans: a failed checkout, an order through a queue, a lone span, and spans without their root. */
export const exampleTraces: readonly Trace[] = [checkout, order, tick, late];
