import { decodeColumns } from '@spanhouse/span-row';
import type { RunStatement } from '../connection/run-statement.js';
import type { Statement } from '../connection/statement.js';
import { memberSql, packedText } from '../filter/packed-text.js';
import type { SpanIds } from '../selection/trace-ids-to-sql.js';
import { type OutlineNode, outlineFlags, type TraceKey } from '../trace-reader.js';
import {
  currentRows,
  isModelUnclear,
  namedModel,
  nodeColumns,
  quickModel,
  selectColumns,
  toNode,
} from './select-nodes.js';
import { readExtents, rowsOf } from './trace-extents.js';
import { withResponseIds } from './whole-traces.js';

/** Reads the current spans of a trace without their payloads, in the order (start_time, span_id). */
export async function readOutline(
  run: RunStatement,
  { project_id, trace_id }: TraceKey,
): Promise<readonly OutlineNode[]> {
  const extents = [...(await readExtents(run, project_id, [trace_id])).values()];
  if (extents.length === 0) {
    return [];
  }
  const ids = rowsOf(project_id, extents);
  return await withResponseIds(run, decodeOutline(await run(selectOutline(ids))), ids);
}

const columns = [...nodeColumns, 'service_name', 'span_type', 'span_kind', 'status_code'] as const;

const events = packedText('events', 'packed');

/**
 * Facts that an outline shows instead of the payload. JSON is parsed only if small columns and a search for the member
 * name are not sufficient, because parsing would take most of the time for a large trace.
 */
const facts = { model: 'String', attribute_bytes: 'UInt32', flags: 'UInt32' } as const;
const modelSql = `if(${isModelUnclear}, ${namedModel}, ${quickModel})`;
const factsSql = [modelSql, 'toUInt32(length(attributes))', flagsSql()];

function flagsSql(): string {
  const isException = `(e -> JSONExtractString(e, 'name') = 'exception')`;
  const hasExceptionEvent = `arrayExists(${isException}, JSONExtractArrayRaw(${events}))`;
  const marks: readonly (readonly [number, string])[] = [
    [outlineFlags.events, `${events} != ''`],
    [outlineFlags.links, `${packedText('links', 'packed')} != ''`],
    [outlineFlags.exception, `(${hasExceptionEvent} OR ${hasMember('ag', 'exception')})`],
    [outlineFlags.input, hasMember('ag', 'data', 'inputs')],
    [outlineFlags.output, hasMember('ag', 'data', 'outputs')],
    [outlineFlags.references, `${packedText('references', 'packed')} != ''`],
  ];
  return `toUInt32(${marks.map(([bit, condition]) => `if(${condition}, ${bit}, 0)`).join(' + ')})`;
}

/**
 * Returns an SQL condition that is true if the attributes have a member. The SQL searches for the name before it parses
 * the JSON; stored JSON contains the name without escapes.
 */
function hasMember(...path: readonly string[]): string {
  const names = path.map((name) => `'${name}'`).join(', ');
  return `(position(attributes, '"${path.at(-1)}"') > 0 AND JSONHas(attributes, ${names}))`;
}

/**
 * Setting that evaluates functions before sorting. Otherwise ClickHouse would first sort the attributes JSON of all
 * spans and then evaluate the functions in one thread.
 */
const factsFirst = 'SETTINGS query_plan_execute_functions_after_sorting = 0';

/** Selects the outline columns of a trace. The current version of each span comes last. */
export function selectOutline(ids: SpanIds): Statement {
  const selected = [...columns.map(memberSql), ...factsSql];
  return selectColumns(ids, selected, `${factsFirst} FORMAT RowBinary`);
}

/** Decodes the rows of one trace. Returns the current version of each span, in the order (start_time, span_id). */
function decodeOutline(answer: Buffer): readonly OutlineNode[] {
  return currentRows(decodeColumns(columns, answer, facts)).map((row) => ({
    ...toNode(row),
    received_at: row.received_at,
    service_name: row.service_name === '' ? undefined : row.service_name,
    span_type: row.span_type,
    span_kind: row.span_kind,
    status_code: row.status_code,
    model: row.model === '' ? undefined : row.model,
    attribute_bytes: row.attribute_bytes,
    flags: row.flags,
  }));
}
