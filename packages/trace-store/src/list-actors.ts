import { ACTOR_COLUMN } from './actor-columns.js';
import { type Doubts, readDoubts } from './doubtful-traces.js';
import { jsonRows } from './metric-aggregates.js';
import type { RunStatement } from './run-statement.js';
import { spansOfActors } from './spans-of-actors.js';
import { type Statement, StatementParameters } from './statement.js';
import { summarizeActors } from './summarize-actors.js';
import type { ActorPage, ActorSelection } from './trace-analytics.js';

export async function listActors(run: RunStatement, selection: ActorSelection): Promise<ActorPage> {
  const doubts = await readDoubts(run, {
    selection,
    only: () => `${ACTOR_COLUMN[selection.actor]} IS NOT NULL`,
    isUnclear: () => 'false',
  });
  const rows = jsonRows<readonly [string, string]>(await run(selectActors(selection, doubts)));
  const positions = rows.map(([id, time]) => ({ id, time: BigInt(time) }));
  const page = positions.slice(0, selection.limit);
  const ids = page.map(({ id }) => id);
  const summaries = selection.withSummaries
    ? await summarizeActors(run, { selection, doubts, ids })
    : undefined;
  return {
    actors: page.map((position) => ({ ...position, summary: summaries?.get(position.id) })),
    hasMore: positions.length > selection.limit,
  };
}

export function selectActors(selection: ActorSelection, doubts: Doubts): Statement {
  const parameters = new StatementParameters();
  const { after, order, isLatest, limit } = selection;
  const direction = order === 'ascending' ? 'ASC' : 'DESC';
  const beyond = order === 'ascending' ? '>' : '<';
  const having =
    after === undefined
      ? []
      : [
          `HAVING (time, id) ${beyond} (${parameters.bindTime(after.time)}, ${parameters.bind('String', after.id)})`,
        ];
  const query = [
    `SELECT id, toString(toUnixTimestamp64Nano(${isLatest ? 'max' : 'min'}(start_time) AS time))`,
    `FROM (${spansOfActors(selection, doubts, parameters)}) GROUP BY id`,
    ...having,
    `ORDER BY time ${direction}, id ${direction} LIMIT ${parameters.bind('UInt64', limit + 1)}`,
    'FORMAT JSONCompactEachRow',
  ].join(' ');
  return { query, query_params: parameters.values };
}
