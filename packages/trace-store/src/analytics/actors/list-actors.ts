import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import type { ActorPage, ActorSelection } from '../../trace-analytics.js';
import { type Attempt, untilCurrent } from '../totals/late-entries.js';
import {
  readUnresolved,
  type Unresolved,
  type UnresolvedScope,
} from '../totals/unresolved-traces.js';
import { actorColumn, spansOfActors } from './spans-of-actors.js';
import { summarizeActors } from './summarize-actors.js';

/** Lists the sessions or users of a selection by their first or latest span. */
export async function listActors(run: RunStatement, selection: ActorSelection): Promise<ActorPage> {
  const scope: UnresolvedScope = {
    selection,
    only: () => actorColumn(selection.actor).has,
    needsTotals: selection.withSummaries,
    isUnclear: () => 'false',
  };
  return await untilCurrent(async () => readPage(run, selection, await readUnresolved(run, scope)));
}

async function readPage(
  run: RunStatement,
  selection: ActorSelection,
  unresolved: Unresolved,
): Promise<Attempt<ActorPage>> {
  const rows = jsonRows<readonly [string, string]>(await run(selectActors(selection, unresolved)));
  const positions = rows.map(([id, time]) => ({ id, time: BigInt(time) }));
  const page = positions.slice(0, selection.limit);
  const ids = page.map(({ id }) => id);
  const summaries = selection.withSummaries
    ? await summarizeActors(run, { selection, unresolved, ids })
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

/** Selects one actor more than the limit, to show whether the list continues. */
export function selectActors(selection: ActorSelection, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const { after, order, isLatest, limit } = selection;
  const direction = order === 'ascending' ? 'ASC' : 'DESC';
  const beyond = order === 'ascending' ? '>' : '<';
  const having =
    after === undefined
      ? ''
      : ` HAVING (time, id) ${beyond} (${parameters.bindTime(after.time)}, ${parameters.bind('String', after.id)})`;
  return parameters.statement`
    SELECT id, toString(toUnixTimestamp64Nano(${isLatest ? 'max' : 'min'}(start_time) AS time))
    FROM (${spansOfActors(selection, unresolved, parameters)}) GROUP BY id${having}
    ORDER BY time ${direction}, id ${direction} LIMIT ${parameters.bind('UInt64', limit + 1)}
    FORMAT JSONCompactEachRow
  `;
}
