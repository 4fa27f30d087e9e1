import { type DecodedRow, decodeColumns } from '@spanhouse/span-row';
import { NOT_EXPIRED } from './selection-conditions.js';
import { type Statement, StatementParameters } from './statement.js';
import { idConditions, type SpanIds } from './statements.js';
import type { SpanNode } from './trace-reader.js';

const COLUMNS = [
  'span_id',
  'parent_id',
  'start_time',
  'received_at',
  'trace_type',
  'span_name',
  'metrics',
  'submitted_cumulative',
] as const;

const NO_PARENT = '0'.repeat(16);

/** What the tree of a trace is made of, without its wide texts; the version that counts comes last. */
export function selectNodes(ids: SpanIds): Statement {
  const parameters = new StatementParameters();
  const query = [
    `SELECT ${COLUMNS.join(', ')} FROM spans`,
    `WHERE ${idConditions(ids, parameters).join(' AND ')} AND ${NOT_EXPIRED}`,
    'ORDER BY start_time, span_id, received_at, log_offset FORMAT RowBinary',
  ].join(' ');
  return { query, query_params: parameters.values };
}

/** The current version of each span of one trace, by (start_time, span_id). */
export function decodeNodes(answer: Buffer): readonly SpanNode[] {
  const current = new Map<string, DecodedRow<(typeof COLUMNS)[number]>>();
  for (const row of decodeColumns(COLUMNS, answer)) {
    const known = current.get(row.span_id);
    if (known === undefined || known.received_at <= row.received_at) {
      current.delete(row.span_id); // so that it takes the place of its own start
      current.set(row.span_id, row);
    }
  }
  return [...current.values()].map((row) => ({
    ...{ span_id: row.span_id, start_time: row.start_time, span_name: row.span_name },
    parent_id: row.parent_id === NO_PARENT ? undefined : row.parent_id,
    ...{ trace_type: row.trace_type, metrics: row.metrics },
    submitted_cumulative: row.submitted_cumulative === '' ? undefined : row.submitted_cumulative,
  }));
}
