import { jsonRows } from '../connection/answer-rows.js';
import type { RunStatement } from '../connection/run-statement.js';
import { type Statement, StatementParameters } from '../connection/statement.js';
import { memberSql } from '../filter/packed-text.js';
import { compareSpanPositions, type SpanKey } from '../selection/row-positions.js';
import { notExpired } from '../selection/selection-conditions.js';
import { currentRows } from './current-rows.js';

/** Counts the annotations that link to each of the traces; the result omits traces without annotations. */
export async function countAnnotations(
  run: RunStatement,
  projectId: string,
  traceIds: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const found = decodeAnnotations(await run(selectAnnotations(projectId, traceIds)));
  const { rows } = await currentRows(run, projectId, found.toSorted(compareSpanPositions));
  const counts = new Map<string, number>();
  for (const trace_id of rows.flatMap(({ linked }) => linked)) {
    counts.set(trace_id, (counts.get(trace_id) ?? 0) + 1);
  }
  return counts;
}

/** The root of an annotation, and the wanted traces to which it links. */
interface AnnotationRoot extends SpanKey {
  readonly linked: readonly string[];
}

/** Selects the roots of annotations that link to one of the traces, including older versions. */
function selectAnnotations(project_id: string, traceIds: readonly string[]): Statement {
  const parameters = new StatementParameters();
  const links = memberSql('links');
  const linked = `arrayMap(link -> JSONExtractString(link, 'trace_id'), JSONExtractArrayRaw(${links}))`;
  return parameters.statement`
    SELECT toString(toUnixTimestamp64Nano(start_time)), lower(hex(trace_id)), lower(hex(span_id)),
    toString(toUnixTimestamp64Nano(received_at)),
    arrayIntersect(${linked}, ${parameters.bind('Array(String)', traceIds)}) AS wanted
    FROM spans WHERE project_id = ${parameters.bind('UUID', project_id)} AND trace_type = 'annotation'
    AND parent_id = toFixedString('', 8) AND ${links} != '' AND notEmpty(wanted) AND ${notExpired}
    FORMAT JSONCompactEachRow
  `;
}

/** Decodes rows of `selectAnnotations`. */
function decodeAnnotations(answer: Buffer): readonly AnnotationRoot[] {
  const rows = jsonRows<readonly [string, string, string, string, readonly string[]]>(answer);
  return rows.map(([start, trace_id, span_id, received, linked]) => ({
    start_time: BigInt(start),
    trace_id,
    span_id,
    received_at: BigInt(received),
    linked,
  }));
}
