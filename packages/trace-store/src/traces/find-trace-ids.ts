import { tableRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import type { TraceIdEnds } from '../trace-reader.js';

/** Finds traces by the last digits of their ids. It scans all trace ids of the project. */
export async function findTraceIds(
  run: RunStatement,
  ending: TraceIdEnds,
): Promise<readonly string[]> {
  const rows = tableRows(await run(selectTraceIds(ending)));
  return rows.flatMap(([traceId]) => traceId ?? []);
}

function selectTraceIds({ project_id, suffixes, limit }: TraceIdEnds): Statement {
  const parameters = new StatementParameters();
  return parameters.statement`
    SELECT DISTINCT lower(hex(trace_id)) AS id FROM trace_index
    WHERE project_id = ${parameters.bind('UUID', project_id)}
    AND lower(hex(substring(trace_id, 9))) IN ${parameters.bind('Array(String)', suffixes)}
    ORDER BY id LIMIT ${limit} FORMAT TabSeparated
  `;
}
