import { jsonRows, tableRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import type { EdgeQuery, LogRange, ProjectSum } from '../span-metrics.js';
import { type RepeatedTrace, selectRepeatedTraces } from './counted-spans.js';
import { countJoinable, selectEdges, selectPlainEdges } from './edge-statement.js';
import { type EdgeRow, sumsOfEdge } from './edge-sums.js';
import { selectCalls } from './span-metrics-statements.js';

/** Sums up the spans of a range that were not delivered before. */
export async function readCalls(
  run: RunStatement,
  range: LogRange,
): Promise<readonly ProjectSum[]> {
  const repeated = await readRepeatedTraces(run, range);
  return jsonRows<CallRow>(await run(selectCalls({ range, repeated }))).map(toSum);
}

/** Sums up the edges of the spans of a range that were not delivered before. */
export async function readEdges(
  run: RunStatement,
  query: EdgeQuery,
): Promise<readonly ProjectSum[]> {
  const repeated = await readRepeatedTraces(run, query.among);
  const selection = { query, repeated };
  const [[below, naming] = []] = tableRows(await run(countJoinable(selection)));
  const isAnyBelow = below !== '0';
  const statements = [
    selectPlainEdges(selection, isAnyBelow),
    ...(isAnyBelow || naming !== '0' ? [selectEdges(selection)] : []),
  ];
  const sums: ProjectSum[] = [];
  for (const statement of statements) {
    const rows = jsonRows<EdgeRow>(await run(statement));
    sums.push(...rows.flatMap((row) => sumsOfEdge(row, query)));
  }
  return sums;
}

/** Finds the traces that may have repeated spans in the trace index; only the versions of their spans are compared. */
async function readRepeatedTraces(
  run: RunStatement,
  range: LogRange,
): Promise<readonly RepeatedTrace[]> {
  return tableRows(await run(selectRepeatedTraces(range))).map(toRepeatedTrace);
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
