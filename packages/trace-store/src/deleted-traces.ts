import type { RunStatement } from './run-statement.js';
import { type Statement, StatementParameters } from './statement.js';
import { tableRows } from './table-rows.js';

/** A trace of which rows may still be stored that a delete has removed. */
export interface DeletedTrace {
  readonly trace_id: string;
  /** Rows whose log_offset is smaller are deleted. */
  readonly deletedBefore: bigint;
}

/** Deleted traces, or the project whose deletes are too many to be named. */
export type DeletedTraces = readonly DeletedTrace[] | { readonly project_id: string };

/** As many as a statement should carry. */
const MAX_NAMED = 2000;

/**
 * The deletes of a project whose rows have not been removed yet: nearly always none. For reads that
 * sum over many traces; pages and look-ups know them from the extents of their traces.
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

/** Hides the deleted rows of `spans`: one more condition of a WHERE, or none. */
export function notDeleted(
  deleted: DeletedTraces,
  parameters: StatementParameters,
): readonly string[] {
  if ('project_id' in deleted) {
    const ends = `(SELECT (groupArray(trace_id), groupArray(end)) FROM (${endsOf(deleted.project_id, parameters)}))`;
    return [`log_offset >= transform(trace_id, (${ends} AS deleted).1, deleted.2, toUInt64(0))`];
  }
  if (deleted.length === 0) {
    return []; // as nearly always: no statement pays for deletes that are not there
  }
  const ids = parameters.bind(
    'Array(String)',
    deleted.map(({ trace_id }) => trace_id),
  );
  const ends = parameters.bind(
    'Array(UInt64)',
    deleted.map(({ deletedBefore }) => deletedBefore),
  );
  const traceIds = `arrayMap(id -> toFixedString(unhex(id), 16), ${ids})`;
  return [`log_offset >= transform(trace_id, ${traceIds}, ${ends}, toUInt64(0))`];
}

function selectDeletedTraces(projectId: string): Statement {
  const parameters = new StatementParameters();
  const query = [
    `SELECT lower(hex(trace_id)), end FROM (${endsOf(projectId, parameters)})`,
    `LIMIT ${MAX_NAMED + 1} FORMAT TabSeparated`,
  ].join(' ');
  return { query, query_params: parameters.values };
}

function endsOf(projectId: string, parameters: StatementParameters): string {
  return [
    'SELECT trace_id, max(log_offset) AS end FROM tombstones',
    `WHERE project_id = ${parameters.bind('UUID', projectId)} AND NOT is_removed GROUP BY trace_id`,
  ].join(' ');
}
