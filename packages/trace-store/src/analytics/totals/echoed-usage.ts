import { arrangeTree, findEchoes, type SpanTree } from '@spanhouse/span-schema';
import type { RunStatement } from '../../connection/run-statement.js';
import { jsonRows } from '../../connection/run-statement.js';
import { type Statement, sql } from '../../connection/statement.js';
import { shardLocal } from '../../selection/statement-settings.js';
import type { RowSelection } from '../../trace-analytics.js';
import { isMapped, responseId } from '../../traces/select-nodes.js';
import type { CountedUsage } from './counted-usage.js';
import { currentSpans, type ReadTraces } from './current-spans.js';
import { hasSeveralScopes, mayNeedWrappers, type UnresolvedTrace } from './trace-usage.js';

/** Maximum number of traces in one statement. */
const PORTION = 20_000;
const noParent = '0'.repeat(16);

/**
 * Finds the echoes in unresolved traces, and the wrappers whose usage counts because no call in the trace reports
 * usage.
 */
export async function readUsage(
  run: RunStatement,
  selection: RowSelection,
  unresolved: ReadTraces,
): Promise<CountedUsage> {
  const usage = { echoes: [] as string[], tokens: [] as string[], costs: [] as string[] };
  for (const part of portionsOf(unresolved, hasSeveralScopes)) {
    for (const row of jsonRows<CallRow>(await run(selectCalls(selection, part)))) {
      addEchoes(row, usage.echoes);
    }
  }
  for (const part of portionsOf(unresolved, mayNeedWrappers)) {
    for (const row of jsonRows<TreeRow>(await run(selectTrees(selection, part)))) {
      addWrappers(row, usage);
    }
  }
  return usage;
}

/**
 * Yields, in portions, the traces for which `needsCare` returns true. The traces are ordered by time, so that each
 * statement reads a short range.
 */
function* portionsOf(
  { traces, deleted }: ReadTraces,
  needsCare: (trace: UnresolvedTrace) => boolean,
): Generator<ReadTraces> {
  const found = traces
    .filter(needsCare)
    .toSorted((left, right) => (left.from < right.from ? -1 : Number(left.from > right.from)));
  for (let at = 0; at < found.length; at += PORTION) {
    yield { traces: found.slice(at, at + PORTION), deleted };
  }
}

type Call = readonly [
  span: string,
  parent: string,
  start: string,
  end: string,
  scope: string,
  response: string,
];
type CallRow = readonly [trace: string, calls: readonly Call[]];

/** Selects groups of calls that have equal tokens, belong to one trace, and come from several scopes. */
export function selectCalls(selection: RowSelection, unresolved: ReadTraces): Statement {
  const columns = {
    parent: 'parent_id',
    started: 'start_time',
    ended: 'end_time',
    scope: "CAST(scope_name, 'String')",
    is_mapped: isMapped,
    response: `if(${isMapped}, ${responseId}, '')`,
    prompt: 'tokens_prompt_incremental',
    completion: 'tokens_completion_incremental',
  };
  const spans = currentSpans(selection, unresolved, columns);
  const times = ['started', 'ended'].map((name) => `toString(toUnixTimestamp64Nano(${name}))`);
  return sql`
    SELECT lower(hex(trace_id)), groupArray([lower(hex(span_id)), lower(hex(parent)), ${times.join(', ')}, scope, response])
    FROM (${spans}) WHERE is_mapped AND (prompt != 0 OR completion != 0)
    GROUP BY trace_id, prompt, completion HAVING uniqExact(scope) > 1
    SETTINGS ${shardLocal} FORMAT JSONCompactEachRow
  `;
}

function addEchoes([trace, rows]: CallRow, echoes: string[]): void {
  const calls = rows.map(([span_id, parent, start, end, scope_name, response]) => ({
    span_id,
    parent_id: parent === noParent ? undefined : parent,
    start_time: BigInt(start),
    end_time: BigInt(end),
    scope_name,
    prompt: 0, // the value does not matter, because the calls of a row have equal tokens
    completion: 0,
    responseId: () => response || undefined,
  }));
  for (const { span_id } of findEchoes(calls)) {
    echoes.push(`${trace}${span_id}`);
  }
}

type Node = readonly [span: string, parent: string, start: string, reports: string];
type TreeRow = readonly [trace: string, tokens: number, costs: number, nodes: readonly Node[]];

/** Selects the spans of traces in which wrappers report tokens or costs but no call does. */
export function selectTrees(selection: RowSelection, unresolved: ReadTraces): Statement {
  const counts = ['prompt', 'completion', 'total'];
  const sumsOf = (group: string) => counts.map((count) => `${group}_${count}_incremental`);
  const reports = (group: string) =>
    `(${isMapped} AND (${counts.map((count) => `submitted_${group}_${count} != 0`).join(' OR ')}))`;
  const columns = {
    parent: 'parent_id',
    started: 'start_time',
    reports: `toUInt8(${reports('tokens')} + 2 * ${reports('costs')})`,
    ...Object.fromEntries(
      [...sumsOf('tokens'), ...sumsOf('costs')].map((name) => [`own_${name}`, name]),
    ),
  };
  const spans = currentSpans(selection, unresolved, columns);
  const isZero = (group: string) =>
    sumsOf(group)
      .map((name) => `sum(own_${name}) = 0`)
      .join(' AND ');
  return sql`
    SELECT lower(hex(trace_id)), (${isZero('tokens')}) AND bitAnd(groupBitOr(reports), 1) != 0 AS tokens,
    (${isZero('costs')}) AND bitAnd(groupBitOr(reports), 2) != 0 AS costs,
    groupArray([lower(hex(span_id)), lower(hex(parent)), toString(toUnixTimestamp64Nano(started)), toString(reports)])
    FROM (${spans}) GROUP BY trace_id HAVING tokens OR costs
    SETTINGS ${shardLocal} FORMAT JSONCompactEachRow
  `;
}

/** Adds the outermost wrappers to the counted usage. */
function addWrappers(
  [trace, tokens, costs, nodes]: TreeRow,
  wrappers: Record<'tokens' | 'costs', string[]>,
): void {
  const tree = arrangeTree(
    nodes.map(([span_id, parent, start]) => ({
      span_id,
      parent_id: parent === noParent ? undefined : parent,
      start_time: BigInt(start),
    })),
  );
  const addTopmost = (found: string[], bit: number) => {
    for (const position of topmost(tree, (at) => (Number(nodes[at]?.[3]) & bit) !== 0)) {
      found.push(`${trace}${nodes[position]?.[0]}`);
    }
  };
  if (tokens === 1) {
    addTopmost(wrappers.tokens, 1);
  }
  if (costs === 1) {
    addTopmost(wrappers.costs, 2);
  }
}

function topmost(tree: SpanTree, isWanted: (position: number) => boolean): readonly number[] {
  const found: number[] = [];
  const open = [...tree.top];
  for (const position of open) {
    if (isWanted(position)) {
      found.push(position);
      continue;
    }
    for (const child of tree.children[position] ?? []) {
      open.push(child);
    }
  }
  return found;
}
