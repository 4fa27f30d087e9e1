/** The trace ids of set D, the example data of all dialects. */
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

/** A span in short form. */
export interface ExampleSpan {
  readonly trace: Trace;
  readonly id: string;
  readonly parent?: string;
  readonly service?: string;
  readonly env?: string;
  readonly scope?: readonly [name: string, version: string];
  readonly name: string;
  /** Milliseconds after T0. */
  readonly at: number;
  readonly ms: number;
  readonly kind: (typeof kinds)[number];
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

const gateway = { service: 'gateway', env: 'prod' };
const http = { scope: ['http', '1.4.0'] } as const;
const payments = { service: 'payments', env: 'prod' };
const billing = { service: 'billing', env: 'prod' };

/** 13 spans in 4 traces. */
export const setD: readonly ExampleSpan[] = [
  {
    trace: 'a',
    id: 'a1',
    ...gateway,
    ...http,
    name: 'GET /checkout',
    at: 0,
    ms: 900,
    kind: 'server',
    attributes: { 'http.method': 'GET', 'http.status_code': 200, tier: 'gold', retry: false },
  },
  {
    trace: 'a',
    id: 'a2',
    parent: 'a1',
    ...gateway,
    ...http,
    name: 'POST /pay',
    at: 50,
    ms: 600,
    kind: 'client',
    status: [2, 'bad gateway'],
    attributes: { 'http.method': 'POST', 'http.status_code': 502, 'peer.service': 'payments' },
  },
  {
    trace: 'a',
    id: 'a3',
    parent: 'a2',
    ...payments,
    name: 'charge',
    at: 100,
    ms: 500,
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
  },
  {
    trace: 'a',
    id: 'a4',
    parent: 'a3',
    ...payments,
    name: 'SELECT cards',
    at: 120,
    ms: 80,
    kind: 'client',
    status: [1],
    attributes: { 'db.system': 'postgresql', 'db.name': 'cards', rows: 3 },
  },
  {
    trace: 'a',
    id: 'a5',
    parent: 'a1',
    ...gateway,
    name: 'render',
    at: 700,
    ms: 150,
    kind: 'internal',
    attributes: { tags: ['fast', 'html'], size: 2048 },
  },
  {
    trace: 'a',
    id: 'a6',
    parent: 'a1',
    service: 'inventory',
    env: 'staging',
    name: 'reserve',
    at: 710,
    ms: 40,
    kind: 'server',
    attributes: { 'http.status_code': '409' },
    links: [{ trace: 'b', id: 'b1', attributes: { kind: 'retry_of' } }],
  },
  {
    trace: 'b',
    id: 'b1',
    service: 'orders',
    env: 'prod',
    name: 'publish order',
    at: 60_000,
    ms: 20,
    kind: 'producer',
    attributes: { 'messaging.system': 'kafka' },
  },
  {
    trace: 'b',
    id: 'b2',
    parent: 'b1',
    ...billing,
    name: 'consume order',
    at: 60_500,
    ms: 1500,
    kind: 'consumer',
    status: [1],
    attributes: { retries: 0 },
  },
  {
    trace: 'b',
    id: 'b3',
    parent: 'b2',
    ...billing,
    name: 'chat gpt-4o',
    at: 60_600,
    ms: 1200,
    kind: 'client',
    attributes: {
      'gen_ai.request.model': 'gpt-4o',
      'gen_ai.usage.input_tokens': 1200,
      'gen_ai.usage.output_tokens': 300,
      temperature: 0,
    },
  },
  {
    trace: 'b',
    id: 'b4',
    parent: 'b2',
    ...billing,
    name: 'write ledger',
    at: 61_850,
    ms: 100,
    kind: 'internal',
    attributes: { rows: 1 },
  },
  {
    trace: 'c',
    id: 'c1',
    service: 'cron',
    scope: ['scheduler', '2.1.0'],
    name: 'tick',
    at: 120_000,
    ms: 0.4,
    kind: 'internal',
  },
  {
    trace: 'd',
    id: 'd2',
    parent: 'd1',
    ...payments,
    name: 'charge',
    at: 180_000,
    ms: 300,
    kind: 'server',
    status: [1],
    attributes: { 'http.status_code': 200, amount: 99 },
  },
  {
    trace: 'd',
    id: 'd3',
    parent: 'd2',
    ...payments,
    name: 'SELECT cards',
    at: 180_010,
    ms: 250,
    kind: 'client',
    attributes: { 'db.system': 'postgresql', rows: 0 },
  },
];
