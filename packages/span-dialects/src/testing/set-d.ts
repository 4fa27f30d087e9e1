/** Trace ids of set D, which is the example data for all dialects. */
export const traceIdsOfSetD = {
  a: '4bf92f3577b34da6a3ce929d0e0e47a1',
  b: '4bf92f3577b34da6a3ce929d0e0e47b2',
  c: '0000000000000000c3c3c3c3c3c3c3c3',
  d: '4bf92f3577b34da6a3ce929d0e0e47d4',
} as const;

type Trace = keyof typeof traceIdsOfSetD;
export type Value = string | number | boolean | readonly string[];
export type Attributes = Readonly<Record<string, Value>>;

export const kinds = [
  'unspecified',
  'internal',
  'server',
  'client',
  'producer',
  'consumer',
] as const;

interface Members {
  readonly parent?: string;
  readonly service?: string;
  readonly env?: string;
  readonly scope?: readonly [name: string, version: string];
  readonly kind?: (typeof kinds)[number];
  readonly status?: readonly [code: 1 | 2, message?: string];
  readonly attributes?: Attributes;
  readonly events?: readonly {
    readonly name: string;
    readonly at: number;
    readonly attributes: Attributes;
  }[];
  readonly links?: readonly {
    readonly trace: Trace;
    readonly id: string;
    readonly attributes: Attributes;
  }[];
}

/** A span in a short notation. */
export interface ExampleSpan extends Members {
  readonly trace: Trace;
  readonly id: string;
  readonly name: string;
  /** Start in milliseconds after T0. */
  readonly at: number;
  readonly ms: number;
  readonly kind: (typeof kinds)[number];
}

/** Builds a span. Its id begins with the letter of its trace. */
function span(
  id: `${Trace}${number}`,
  [name, at, ms]: readonly [string, number, number],
  members: Members,
): ExampleSpan {
  return { kind: 'internal', trace: id.charAt(0) as Trace, id, name, at, ms, ...members };
}

const gateway = { service: 'gateway', env: 'prod' };
const http = { scope: ['http', '1.4.0'] } as const;
const payments = { service: 'payments', env: 'prod' };
const billing = { service: 'billing', env: 'prod' };

/** 13 spans in 4 traces: a failed checkout, an order through a queue, a single span, and spans without their root. */
export const setD: readonly ExampleSpan[] = [
  span('a1', ['GET /checkout', 0, 900], {
    ...gateway,
    ...http,
    kind: 'server',
    attributes: { 'http.method': 'GET', 'http.status_code': 200, tier: 'gold', retry: false },
  }),
  span('a2', ['POST /pay', 50, 600], {
    parent: 'a1',
    ...gateway,
    ...http,
    kind: 'client',
    status: [2, 'bad gateway'],
    attributes: { 'http.method': 'POST', 'http.status_code': 502, 'peer.service': 'payments' },
  }),
  span('a3', ['charge', 100, 500], {
    parent: 'a2',
    ...payments,
    kind: 'server',
    status: [2, 'card declined'],
    attributes: { 'http.status_code': 502, amount: 12.5 },
    events: [
      { name: 'retry', at: 300, attributes: { attempt: 2 } },
      {
        name: 'exception',
        at: 550,
        attributes: { 'exception.type': 'CardError', 'exception.message': 'declined' },
      },
    ],
  }),
  span('a4', ['SELECT cards', 120, 80], {
    parent: 'a3',
    ...payments,
    kind: 'client',
    status: [1],
    attributes: { 'db.system': 'postgresql', 'db.name': 'cards', rows: 3 },
  }),
  span('a5', ['render', 700, 150], {
    parent: 'a1',
    ...gateway,
    attributes: { tags: ['fast', 'html'], size: 2048 },
  }),
  span('a6', ['reserve', 710, 40], {
    parent: 'a1',
    service: 'inventory',
    env: 'staging',
    kind: 'server',
    attributes: { 'http.status_code': '409' },
    links: [{ trace: 'b', id: 'b1', attributes: { kind: 'retry_of' } }],
  }),
  span('b1', ['publish order', 60_000, 20], {
    service: 'orders',
    env: 'prod',
    kind: 'producer',
    attributes: { 'messaging.system': 'kafka' },
  }),
  span('b2', ['consume order', 60_500, 1500], {
    parent: 'b1',
    ...billing,
    kind: 'consumer',
    status: [1],
    attributes: { retries: 0 },
  }),
  span('b3', ['chat gpt-4o', 60_600, 1200], {
    parent: 'b2',
    ...billing,
    kind: 'client',
    attributes: {
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.input_tokens': 1200,
      'gen_ai.usage.output_tokens': 300,
      temperature: 0,
    },
  }),
  span('b4', ['write ledger', 61_850, 100], { parent: 'b2', ...billing, attributes: { rows: 1 } }),
  span('c1', ['tick', 120_000, 0.4], { service: 'cron', scope: ['scheduler', '2.1.0'] }),
  span('d2', ['charge', 180_000, 300], {
    parent: 'd1',
    ...payments,
    kind: 'server',
    status: [1],
    attributes: { 'http.status_code': 200, amount: 99 },
  }),
  span('d3', ['SELECT cards', 180_010, 250], {
    parent: 'd2',
    ...payments,
    kind: 'client',
    attributes: { 'db.system': 'postgresql', rows: 0 },
  }),
];
