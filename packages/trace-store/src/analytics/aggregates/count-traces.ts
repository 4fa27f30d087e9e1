import { jsonRows } from '../../connection/answer-rows.js';
import type { RunStatement } from '../../connection/run-statement.js';
import { type Statement, StatementParameters } from '../../connection/statement.js';
import { shardLocal } from '../../selection/statement-settings.js';
import type { RowSelection } from '../../trace-analytics.js';
import { spanRows } from '../totals/span-rows.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';

/** Counts the traces that have a selected current span. */
export async function countTraces(run: RunStatement, selection: RowSelection): Promise<number> {
  const unresolved = await readUnresolved(run, { selection });
  const [row] = jsonRows<readonly [number]>(await run(selectCount(selection, unresolved)));
  return row?.[0] ?? 0;
}

function selectCount(selection: RowSelection, unresolved: Unresolved): Statement {
  const parameters = new StatementParameters();
  const columns = [{ kind: 'root', value: 'trace_id', quick: 'trace_id' } as const];
  const branches = spanRows({ selection, unresolved, columns }, parameters);
  return parameters.statement`
    SELECT uniqExact(v0) FROM (${branches.map((branch) => `SELECT v0 FROM (${branch})`).join(' UNION ALL ')})
    SETTINGS ${shardLocal}, output_format_json_quote_64bit_integers = 0 FORMAT JSONCompactEachRow
  `;
}
