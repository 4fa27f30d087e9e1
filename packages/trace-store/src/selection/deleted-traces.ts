import type { RunStatement } from '../connection/run-statement.js';
import { tableRows } from '../connection/run-statement.js';
import { bind, oneLine, type Statement, sql } from '../connection/statement.js';

/** A deleted trace whose rows may still be stored. */
export interface DeletedTrace {
  readonly trace_id: string;
  /** Log offset before which the rows of the trace are deleted. */
  readonly deletedBefore: bigint;
}

/** The deleted traces of a project. If there are too many for a statement, the value contains only the project id. */
export type DeletedTraces = readonly DeletedTrace[] | { readonly project_id: string };

/** Maximum number of traces that one statement lists. */
const MAX_NAMED = 2000;

/**
 * Reads a project's deleted traces that still have stored rows. Usually there are no such traces. Analytics and streams
 * of received rows need this function. Other lists and look-ups find the deletes in the extents of their traces.
 */
export async function readDeletedTraces(
  run: RunStatement,
  project_id: string,
): Promise<DeletedTraces> {
  const rows = tableRows(await run(selectDeletedTraces(project_id)));
  if (rows.length > MAX_NAMED) {
    return { project_id };
  }
  return rows.map(([trace_id = '', before = '0']) => ({
    trace_id,
    deletedBefore: BigInt(before),
  }));
}

/** Returns a list with the condition that hides deleted rows of `spans`, or an empty list if nothing is deleted. */
export function notDeleted(deleted: DeletedTraces): readonly string[] {
  if ('project_id' in deleted) {
    const ends = `(SELECT (groupArray(trace_id), groupArray(end)) FROM (${endsOf(deleted.project_id)}))`;
    return [`log_offset >= transform(trace_id, (${ends} AS deleted).1, deleted.2, toUInt64(0))`];
  }
  if (deleted.length === 0) {
    return [];
  }
  const ids = bind(
    'Array(String)',
    deleted.map(({ trace_id }) => trace_id),
  );
  const ends = bind(
    'Array(UInt64)',
    deleted.map(({ deletedBefore }) => deletedBefore),
  );
  const traceIds = `arrayMap(id -> toFixedString(unhex(id), 16), ${ids})`;
  return [`log_offset >= transform(trace_id, ${traceIds}, ${ends}, toUInt64(0))`];
}

function selectDeletedTraces(projectId: string): Statement {
  return sql`
    SELECT lower(hex(trace_id)), end FROM (${endsOf(projectId)})
    LIMIT ${MAX_NAMED + 1} FORMAT TabSeparated
  `;
}

/** Returns a subquery for the deleted traces of a project, each with the log offset of its delete. */
function endsOf(projectId: string): string {
  return oneLine`
    SELECT trace_id, max(log_offset) AS end FROM tombstones
    WHERE project_id = ${bind('UUID', projectId)} AND NOT is_removed GROUP BY trace_id
  `;
}
