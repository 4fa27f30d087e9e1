import { packParameters } from '../connection/pack-parameters.js';
import { StatementParameters } from '../connection/statement.js';
import { hintToSql } from '../filter/hint-to-sql.js';
import type { SpanHint } from '../span-hint.js';
import type { TestDatabase } from './test-database.js';

interface HintedRow {
  /** `<trace id> <span id>` */
  readonly id: string;
  /** 1 for each hint that the row satisfies, 0 for the others. */
  readonly held: readonly number[];
}

/**
 * Finds the spans of a project that satisfy each of many hints, with one ClickHouse statement. Resolves with the ids of
 * the spans of each hint, as `<trace id> <span id>`.
 */
export async function findHinted(
  database: TestDatabase,
  project_id: string,
  hints: readonly SpanHint[],
): Promise<readonly ReadonlySet<string>[]> {
  const parameters = new StatementParameters();
  const held = hints.map((hint) => `toUInt8(${hintToSql(hint, parameters)})`).join(', ');
  const { query, query_params } = packParameters(parameters.statement`
    SELECT concat(lower(hex(trace_id)), ' ', lower(hex(span_id))) AS id, CAST([${held}], 'Array(UInt8)') AS held
    FROM spans WHERE project_id = ${parameters.bind('UUID', project_id)}
  `);
  const rows = await database.select<HintedRow>(query, query_params);
  return hints.map(
    (_, index) => new Set(rows.flatMap(({ id, held: holds }) => (holds[index] === 1 ? [id] : []))),
  );
}
