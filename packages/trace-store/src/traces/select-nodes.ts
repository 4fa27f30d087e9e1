import { type DecodedRow, decodeColumns, presentBits } from '@spanhouse/span-row';
import { type Statement, sql } from '../connection/statement.js';
import { cut } from '../filter/leaves.js';
import { memberSql } from '../filter/packed-text.js';
import { notExpired } from '../selection/selection-conditions.js';
import { idConditions, type SpanIds } from '../selection/trace-ids-to-sql.js';
import type { SpanNode } from '../trace-reader.js';

/** Columns needed by a trace's tree and roll-up. */
export const nodeColumns = [
  'span_id',
  'parent_id',
  'start_time',
  'received_at',
  'trace_type',
  'span_name',
  'metrics',
  'submitted_cumulative',
  'end_time',
  'present',
  'scope',
] as const;

/** Parent id in the row of a root span. */
const noParent = '0'.repeat(16);

/** Selects the node columns of a trace. The current version of each span comes last. */
export function selectNodes(ids: SpanIds): Statement {
  return selectColumns(ids, nodeColumns.map(memberSql));
}

/** Selects the given columns of spans. The current version of each span comes last. */
export function selectColumns(
  ids: SpanIds,
  selected: readonly string[],
  format = 'FORMAT RowBinary',
): Statement {
  return sql`
    SELECT ${selected.join(', ')} FROM spans
    WHERE ${idConditions(ids).join(' AND ')} AND ${notExpired}
    ORDER BY start_time, span_id, received_at, log_offset ${format}
  `;
}

/** Selects string values of spans in JSON format. The current version of each span comes last. */
export function selectTexts(
  ids: SpanIds,
  selected: readonly string[],
  conditions: readonly string[] = [],
): Statement {
  return sql`
    SELECT ${selected.join(', ')} FROM spans
    WHERE ${[...idConditions(ids), notExpired, ...conditions].join(' AND ')}
    ORDER BY received_at, log_offset FORMAT JSONCompactEachRow
  `;
}

type NodeRow = DecodedRow<(typeof nodeColumns)[number]>;

/** Decodes the rows of one trace. Returns the current version of each span, in the order (start_time, span_id). */
export function decodeNodes(answer: Buffer): readonly SpanNode[] {
  return currentRows(decodeColumns(nodeColumns, answer)).map(toNode);
}

/**
 * Creates a node from the current version of each span. The result contains a list for each trace id, in the order
 * (start_time, span_id).
 */
export function nodesByTrace<Row extends VersionRow & { readonly trace_id: string }, Node>(
  rows: readonly Row[],
  toTraceNode: (row: Row) => Node,
): ReadonlyMap<string, readonly Node[]> {
  const traces = Map.groupBy(rows, ({ trace_id }) => trace_id);
  return new Map([...traces].map(([id, versions]) => [id, currentRows(versions).map(toTraceNode)]));
}

type VersionRow = Pick<NodeRow, 'span_id' | 'received_at'>;

/** Returns the current version of each span. Rows received at the same time MUST be in log order. */
export function currentRows<Row extends VersionRow>(rows: Iterable<Row>): readonly Row[] {
  const current = new Map<string, Row>();
  for (const row of rows) {
    const known = current.get(row.span_id);
    if (known !== undefined && known.received_at > row.received_at) {
      continue;
    }
    if (known !== undefined) {
      current.delete(row.span_id); // inserted again, so that it is ordered by its own start time
    }
    current.set(row.span_id, row);
  }
  return [...current.values()];
}

/** Returns the parent id of a row, or undefined for a root span. */
export function parentOf({ parent_id }: Pick<NodeRow, 'parent_id'>): string | undefined {
  return parent_id === noParent ? undefined : parent_id;
}

export function toNode(row: NodeRow): SpanNode {
  return {
    span_id: row.span_id,
    start_time: row.start_time,
    span_name: row.span_name,
    parent_id: parentOf(row),
    trace_type: row.trace_type,
    metrics: row.metrics,
    submitted_cumulative: row.submitted_cumulative === '' ? undefined : row.submitted_cumulative,
    end_time: row.end_time,
    has_mapped_usage: (row.present & presentBits.mapped_usage) !== 0,
    scope: row.scope === '' ? undefined : row.scope,
  };
}

/** SQL for the model of the response, or of the request if the response names none; `''` if neither names a model. */
export const namedModel = `if(${modelOf('response')} != '', ${modelOf('response')}, ${modelOf('request')})`;

/**
 * SQL that reads the same model as `namedModel` from small columns. The result may be wrong if `isModelUnclear` is
 * true.
 */
export const quickModel = `if(${isListed('meta.response')} OR ${isListed('meta.request')}, model, '')`;

/**
 * SQL condition that is true if the model column may contain the model from the parameters. In this case the attributes
 * JSON must be read.
 */
export const isModelUnclear = `(model != '' AND (${cut} OR ${isListed('data.parameters')}))`;

function modelOf(side: string): string {
  const path = `attributes, 'ag', 'meta', '${side}', 'model'`;
  return `if(JSONType(${path}) = 'String', JSONExtractString(${path}), '')`;
}

function isListed(group: string): string {
  return `position(concat('\\0', string_keys), '\\0ag.${group}.model\\0') > 0`;
}

/** SQL condition that is true if the span's usage was mapped from a convention. */
export const isMapped = `bitAnd(present, ${presentBits.mapped_usage}) != 0`;

const mayHaveId = `(${cut} OR position(concat('\\0', string_keys), '\\0ag.meta.response.id\\0') > 0)`;
const inText = "JSONExtract(attributes, 'ag', 'meta', 'response', 'id', 'Nullable(String)')";

/** SQL for the id of the provider's response; `''` if the span has none. */
export const responseId = `if(${mayHaveId}, ifNull(${inText}, ''), '')`;
