import { jsonRows } from '../connection/json-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/table-rows.js';
import type { ArrivedRange, ArrivedSpans, CallHalf, ProjectSum } from '../span-metrics.js';
import {
  type ArrivedPart,
  type RepeatedTrace,
  selectCalls,
  selectHalves,
  selectRepeatedTraces,
} from '../sql/span-metrics-statements.js';

/**
 * Reads the spans of a range that are delivered for the first time. The trace index tells which traces may have
 * repeated spans; only the versions of their spans are compared.
 */
export async function readArrivedSpans(
  run: RunStatement,
  range: ArrivedRange,
): Promise<ArrivedSpans> {
  const traces = tableRows(await run(selectRepeatedTraces(range))).map(toRepeatedTrace);
  const parts: ArrivedPart[] = [{ range, traces, reads: 'others' }];
  if (traces.length > 0) {
    parts.push({ range, traces, reads: 'these' });
  }
  const calls: ProjectSum[] = [];
  const halves: CallHalf[] = [];
  for (const part of parts) {
    if (range.only !== 'halves') {
      calls.push(...jsonRows<CallRow>(await run(selectCalls(part))).map(toSum));
    }
    halves.push(...jsonRows<HalfRow>(await run(selectHalves(part))).map(toHalf));
  }
  return { calls, halves };
}

function toRepeatedTrace([
  project_id = '',
  trace_id = '',
  first = '0',
  last = '0',
]: readonly string[]): RepeatedTrace {
  return { project_id, trace_id, firstStart: BigInt(first), lastStart: BigInt(last) };
}

type CallRow = readonly [
  project_id: string,
  service: string,
  name: string,
  kind: string,
  status: string,
  bucket: number,
  amount: string,
  totalNs: string,
  totalBytes: string,
  trace_id: string,
  durationNs: string,
  receivedNs: string,
];

function toSum([project_id, ...row]: CallRow): ProjectSum {
  const [service, name, kind, status, bucket, amount, totalNs, totalBytes, ...newest] = row;
  const [trace_id, durationNs, receivedNs] = newest;
  return {
    project_id,
    metric: 'calls',
    labels: [service, name, kind, status],
    bucket,
    amount: BigInt(amount),
    totalNs: BigInt(totalNs),
    totalBytes: BigInt(totalBytes),
    exemplar: { trace_id, durationNs: BigInt(durationNs), receivedNs: BigInt(receivedNs) },
  };
}

type HalfRow = readonly [
  project_id: string,
  trace_id: string,
  span_id: string,
  parent_id: string,
  kind: string,
  service: string,
  namespace: string,
  isError: 0 | 1,
  durationNs: string,
  receivedNs: string,
  peers: readonly string[],
];

function toHalf([
  project_id,
  trace_id,
  span_id,
  parent_id,
  kind,
  service,
  ...rest
]: HalfRow): CallHalf {
  const [namespace, isError, durationNs, receivedNs, peers] = rest;
  return {
    project_id,
    trace_id,
    span_id,
    parent_id,
    kind: kind.slice('SPAN_KIND_'.length).toLowerCase() as CallHalf['kind'],
    service,
    namespace: scalarText(namespace),
    isError: isError === 1,
    durationNs: BigInt(durationNs),
    receivedNs: BigInt(receivedNs),
    peers: peers.map(scalarText),
  };
}

/** Returns a JSON scalar as text; empty for anything else. Digits of numbers are kept. */
function scalarText(json: string): string {
  if (json.startsWith('"')) {
    return JSON.parse(json);
  }
  return json === 'null' || json.startsWith('{') || json.startsWith('[') ? '' : json;
}
