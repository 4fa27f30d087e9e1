import type { RunStatement } from '../../connection/run-statement.js';
import { jsonRows } from '../../connection/run-statement.js';
import { bind, bindTime, oneLine, type Statement, sql } from '../../connection/statement.js';
import { actorLeaves, type Leaf } from '../../filter/leaves.js';
import { firstTime } from '../../selection/time-ranges.js';
import type { ActorPage, ActorSelection, ActorSummary } from '../../trace-analytics.js';
import { addedColumns, countedSpans, sentColumns } from '../totals/counted-usage.js';
import { bindTraces, currentSpans, isSelected } from '../totals/current-spans.js';
import { countsFrom, isLate, untilCurrent } from '../totals/late-entries.js';
import { toUnion } from '../totals/span-rows.js';
import { isRoot, sumColumns, sumsOfSpans, totalOf } from '../totals/trace-entries.js';
import {
  plainRows,
  readUnresolved,
  type Unresolved,
  type UnresolvedScope,
} from '../totals/unresolved-traces.js';

/** Lists the sessions or users in a selection, ordered by the start of their first or last span. */
export async function listActors(run: RunStatement, selection: ActorSelection): Promise<ActorPage> {
  const scope: UnresolvedScope = {
    selection,
    only: actorColumn(selection.actor).has,
    needsTotals: selection.withSummaries,
  };
  return await untilCurrent(async () => readPage(run, selection, await readUnresolved(run, scope)));
}

async function readPage(run: RunStatement, selection: ActorSelection, unresolved: Unresolved) {
  const rows = jsonRows<readonly [string, string]>(await run(selectActors(selection, unresolved)));
  const positions = rows.map(([id, time]) => ({ id, time: BigInt(time) }));
  const page = positions.slice(0, selection.limit);
  const ids = page.map(({ id }) => id);
  const summaries =
    selection.withSummaries && ids.length > 0
      ? await summarizeActors(run, selectSummaries(selection, unresolved, ids))
      : undefined;
  const actors = page.map((position) => ({
    ...position,
    summary: summaries?.result.get(position.id),
  }));
  return {
    result: { actors, hasMore: positions.length > selection.limit },
    isOutdated: summaries?.isOutdated ?? false,
  };
}

/** Selects one more actor than the limit, to show whether the list continues. */
export function selectActors(selection: ActorSelection, unresolved: Unresolved): Statement {
  const { after, order, isLatest, limit } = selection;
  const direction = order === 'ascending' ? 'ASC' : 'DESC';
  const beyond = order === 'ascending' ? '>' : '<';
  const having =
    after === undefined
      ? ''
      : ` HAVING (time, id) ${beyond} (${bindTime(after.time)}, ${bind('String', after.id)})`;
  return sql`
    SELECT id, toString(toUnixTimestamp64Nano(${isLatest ? 'max' : 'min'}(start_time) AS time))
    FROM (${spansOfActors(selection, unresolved)}) GROUP BY id${having}
    ORDER BY time ${direction}, id ${direction} LIMIT ${bind('UInt64', limit + 1)}
    FORMAT JSONCompactEachRow
  `;
}

/** Runs a `selectSummaries` statement and returns the totals by session or user id. */
async function summarizeActors(run: RunStatement, statement: Statement) {
  const rows = jsonRows<SummaryRow>(await run(statement));
  const result = new Map(rows.map(([id, , ...summary]) => [id, toSummary(summary)]));
  return { result, isOutdated: rows.some(([, outdated]) => outdated === 1) };
}

type Counts = readonly [number, number, number];
type Summary = readonly [number, string, string, number, Counts, Counts];
type SummaryRow = readonly [string, number, ...Summary];

function toSummary([traces, first, last, errors, tokens, costs]: Summary): ActorSummary {
  return {
    traces,
    firstTime: BigInt(first),
    lastTime: BigInt(last),
    tokens: toCounts(tokens),
    costs: toCounts(costs),
    errors,
  };
}

function toCounts([prompt, completion, total]: Counts) {
  return { prompt, completion, total };
}

/** Selects the first time, the last time and the totals for each session or user. */
export function selectSummaries(
  selection: ActorSelection,
  unresolved: Unresolved,
  ids: readonly string[],
): Statement {
  const wanted = bind('Array(String)', ids);
  const pairs = oneLine`
    SELECT id, trace_id, min(received_at) AS first_received FROM (${spansOfActors(selection, unresolved)})
    WHERE id IN ${wanted} GROUP BY id, trace_id
  `;
  return sql`
    SELECT id, max(is_outdated), count(), toString(toUnixTimestamp64Nano(min(first_time))), toString(toUnixTimestamp64Nano(max(last_time))),
    sum(errors), tuple(sum(tokens_prompt), sum(tokens_completion), sum(tokens_total)),
    tuple(sum(costs_prompt), sum(costs_completion), sum(costs_total))
    FROM (${totals(selection, unresolved)}) AS t INNER JOIN (${pairs}) AS p ON p.trace_id = t.trace_id
    WHERE t.counts_from <= p.first_received GROUP BY id SETTINGS output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}

/**
 * Returns SQL with one row per trace: the first time, the last time, the totals and `counts_from`. The caller ignores a
 * row if the first selected span of the trace was received before `counts_from`.
 */
function totals(selection: ActorSelection, unresolved: Unresolved): string {
  const names = ['trace_id', 'first_time', 'last_time', 'counts_from', 'is_outdated'];
  const late = isLate(selection.snapshot);
  const shown = (submitted: (name: string) => string) =>
    sumColumns.map((name) => `${totalOf(name, submitted(name))} AS total_${name}`);
  const renamed = sumColumns.map((name) => `total_${name} AS ${name}`);
  const plain = [
    `SELECT trace_id, min_start_time AS first_time, max_end_time AS last_time, ${late} AS is_outdated, ${countsFrom('is_outdated')} AS counts_from, ${shown((name) => `root_${name}`).join(', ')}`,
    `FROM trace_index AS i WHERE project_id = ${bind('UUID', selection.project_id)}`,
    ...(unresolved.traces.length === 0
      ? []
      : [`AND trace_id NOT IN ${bindTraces(unresolved.traces)}`]),
  ].join(' ');
  const branches = [plain];
  if (unresolved.traces.length > 0) {
    const columns = [...names, ...shown((name) => `root_${name}`)];
    branches.push(toUnion([unresolvedTotals(selection, unresolved)], columns));
  }
  return toUnion(branches, [...names, ...renamed]);
}

/** Returns SQL that computes the totals of the unresolved traces from their current spans. */
function unresolvedTotals(selection: ActorSelection, unresolved: Unresolved): string {
  const columns = {
    started: 'start_time',
    ended: 'end_time',
    is_root: isRoot,
    ...addedColumns,
    ...sentColumns,
  };
  const spans = currentSpans(selection, unresolved, columns);
  const sent = sumColumns.map((name) => `sent_${name}`).join(', ');
  const traces = oneLine`
    SELECT trace_id, min(started) AS first_time, max(ended) AS last_time,
    argMinIf(tuple(${sent}), (started, span_id), is_root) AS root,
    ${sumsOfSpans((name) => `sum_${name}`).join(', ')}
    FROM (${countedSpans(spans, unresolved.usage)}) GROUP BY trace_id
  `;
  const ofRoot = sumColumns.map((name, index) => `root.${index + 1} AS root_${name}`);
  return `SELECT trace_id, first_time, last_time, ${firstTime} AS counts_from, 0 AS is_outdated, ${[...sumColumns, ...ofRoot].join(', ')} FROM (${traces})`;
}

/** Returns SQL for the session or user id of a span, and a condition that is true if the span has such an id. */
function actorColumn(actor: ActorSelection['actor']): Leaf {
  return actorLeaves(`ag.${actor}.id`)?.string ?? { has: 'false', value: "''" };
}

/** Returns SQL for `id`, `start_time`, `trace_id` and `received_at` of every selected span with a session or user. */
function spansOfActors(selection: ActorSelection, unresolved: Unresolved): string {
  const { has, value } = actorColumn(selection.actor);
  const conditions = [...plainRows(selection, unresolved), has];
  const plain = `SELECT ${value} AS id, start_time, trace_id, received_at FROM spans WHERE ${conditions.join(' AND ')}`;
  if (unresolved.traces.length === 0) {
    return plain;
  }
  const columns = {
    actor_id: value,
    started: 'start_time',
    received: 'received_at',
    is_selected: `${isSelected(selection)} AND ${has}`,
  };
  const spans = currentSpans(selection, unresolved, columns);
  return `${plain} UNION ALL SELECT actor_id AS id, started AS start_time, trace_id, received AS received_at FROM (${spans}) WHERE is_selected`;
}
