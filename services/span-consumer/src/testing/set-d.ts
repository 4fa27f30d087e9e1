import { ofService, type Span } from './stored-calls.js';

const NS_PER_MS = 1_000_000n;
type Shape = readonly [
  id: string,
  parent: string | undefined,
  service: string,
  kind: string,
  status: string,
  startMs: number,
  durationMs: number,
  attributes?: Span['attributes'],
];

const traces: Readonly<Record<string, string>> = {
  a: '4bf92f3577b34da6a3ce929d0e0e47a1',
  b: '4bf92f3577b34da6a3ce929d0e0e47b2',
  c: '0000000000000000c3c3c3c3c3c3c3c3',
  d: '4bf92f3577b34da6a3ce929d0e0e47d4',
};

const shapes: readonly Shape[] = [
  ['a1', undefined, 'gateway', 'SERVER', 'UNSET', 0, 900],
  ['a2', 'a1', 'gateway', 'CLIENT', 'ERROR', 50, 600, { 'peer.service': 'payments' }],
  ['a3', 'a2', 'payments', 'SERVER', 'ERROR', 100, 500],
  [
    'a4',
    'a3',
    'payments',
    'CLIENT',
    'OK',
    120,
    80,
    { 'db.system': 'postgresql', 'db.name': 'cards' },
  ],
  ['a5', 'a1', 'gateway', 'INTERNAL', 'UNSET', 700, 150],
  ['a6', 'a1', 'inventory', 'SERVER', 'UNSET', 710, 40],
  ['b1', undefined, 'orders', 'PRODUCER', 'UNSET', 60_000, 20, { 'messaging.system': 'kafka' }],
  ['b2', 'b1', 'billing', 'CONSUMER', 'OK', 60_500, 1500],
  ['b3', 'b2', 'billing', 'CLIENT', 'UNSET', 60_600, 1200],
  ['b4', 'b2', 'billing', 'INTERNAL', 'UNSET', 61_850, 100],
  ['c1', undefined, 'cron', 'INTERNAL', 'UNSET', 120_000, 0.4],
  ['d2', 'd1', 'payments', 'SERVER', 'OK', 180_000, 300],
  ['d3', 'd2', 'payments', 'CLIENT', 'UNSET', 180_010, 250, { 'db.system': 'postgresql' }],
];

function idOf(name: string): string {
  return name.padStart(16, '0');
}

/** Four traces with every kind of edge, as the contract of the front doors lists them. */
export function setD(startNs: bigint): readonly Partial<Span>[] {
  return shapes.map(([name, parent, service, kind, status, startMs, durationMs, attributes]) => {
    const start_time = startNs + BigInt(startMs) * NS_PER_MS;
    return {
      ...ofService(service, attributes),
      trace_id: traces[name[0] ?? ''] ?? '',
      span_id: idOf(name),
      parent_id: parent && idOf(parent),
      span_name: name,
      span_kind: `SPAN_KIND_${kind}` as Span['span_kind'],
      status_code: `STATUS_CODE_${status}` as Span['status_code'],
      start_time,
      end_time: start_time + BigInt(durationMs * 1_000_000),
    };
  });
}

/** What the service graph of set D shows. */
export const graphOfSetD: Readonly<Record<string, number>> = {
  'request user gateway virtual_node': 1,
  'server user gateway virtual_node': 0.9,
  'request gateway payments ': 1,
  'failed gateway payments ': 1,
  'client gateway payments ': 0.6,
  'server gateway payments ': 0.5,
  'request payments cards database': 1,
  'client payments cards database': 0.08,
  'server payments cards database': 0.08,
  'request orders billing messaging_system': 1,
  'client orders billing messaging_system': 0.02,
  'server orders billing messaging_system': 1.5,
  'request payments postgresql database': 1,
  'client payments postgresql database': 0.25,
  'server payments postgresql database': 0.25,
  'unpaired  inventory': 1,
  'unpaired billing ': 1,
  'unpaired  payments': 1,
};
