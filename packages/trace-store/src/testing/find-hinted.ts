import { packParameters } from '../connection/pack-parameters.js';
import { bind, sql } from '../connection/statement.js';
import { hintToSql } from '../filter/hint-to-sql.js';
import type { SpanHint } from '../span-hint.js';
import type { TestDatabase } from './test-database.js';

interface HintedRow {
  /** Id of the span, as `<trace id> <span id>`. */
  readonly id: string;
  /** One number per hint: 1 if the row satisfies the hint, otherwise 0. */
  readonly held: readonly number[];
}

/**
 * Finds the spans of a project that satisfy each hint, using one ClickHouse statement for all hints. Resolves with one
 * list of ids per hint. An id has the form `<trace id> <span id>`.
 */
export async function findHinted(
  database: TestDatabase,
  project_id: string,
  hints: readonly SpanHint[],
): Promise<readonly ReadonlySet<string>[]> {
  const held = hints.map((hint) => `toUInt8(${hintToSql(hint)})`).join(', ');
  const { query, query_params } = packParameters(sql`
    SELECT concat(lower(hex(trace_id)), ' ', lower(hex(span_id))) AS id, CAST([${held}], 'Array(UInt8)') AS held
    FROM spans WHERE project_id = ${bind('UUID', project_id)}
  `);
  const rows = await database.select<HintedRow>(query, query_params);
  return hints.map(
    (_, index) => new Set(rows.flatMap(({ id, held: holds }) => (holds[index] === 1 ? [id] : []))),
  );
}
