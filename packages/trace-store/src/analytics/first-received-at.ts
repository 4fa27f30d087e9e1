import { jsonRows } from '../connection/json-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { StatementParameters } from '../connection/statement.js';

/** Reads the time from the index of traces, which has a row per trace instead of one per span. */
export async function firstReceivedAt(
  run: RunStatement,
  projectId: string,
): Promise<bigint | undefined> {
  const parameters = new StatementParameters();
  const statement = parameters.statement`
    SELECT toString(toUnixTimestamp64Nano(min(first_received_at))) FROM trace_index
    WHERE project_id = ${parameters.bind('UUID', projectId)} HAVING count() > 0
    FORMAT JSONCompactEachRow
  `;
  const [row] = jsonRows<readonly [string]>(await run(statement));
  return row && BigInt(row[0]);
}
