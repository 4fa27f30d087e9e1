import { setD as specifiedSpans, traceIdsOfSetD } from '@spanhouse/span-dialects/testing';
import { ofService, type Span } from './stored-calls.js';

const NS_PER_MS = 1_000_000;
const statuses = ['UNSET', 'OK', 'ERROR'] as const;

/** Returns the documented example of the span metrics as stored spans: four traces with every kind of edge. */
export function setD(startNs: bigint): readonly Partial<Span>[] {
  return specifiedSpans.map(({ trace, id, parent, service = '', name, at, ms, ...specified }) => {
    const timeAt = (afterMs: number) => startNs + BigInt(Math.round(afterMs * NS_PER_MS));
    const { kind, status: [status] = [0], attributes } = specified;
    return {
      ...ofService(service, attributes as Span['attributes']),
      trace_id: traceIdsOfSetD[trace],
      span_id: idOf(id),
      parent_id: parent && idOf(parent),
      span_name: name,
      span_kind: `SPAN_KIND_${kind.toUpperCase()}` as Span['span_kind'],
      status_code: `STATUS_CODE_${statuses[status]}`,
      start_time: timeAt(at),
      end_time: timeAt(at + ms),
    };
  });
}

function idOf(name: string): string {
  return name.padStart(16, '0');
}

/** The expected service graph of set D. */
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
