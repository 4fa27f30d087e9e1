import { decodeColumns } from '@spanhouse/span-row';
import { jsonRows, type RunStatement } from '../../connection/run-statement.js';
import { bind, type Statement, sql } from '../../connection/statement.js';
import { wholeAttributes } from '../../filter/attribute-json.js';
import { filterToSql } from '../../filter/filter-to-sql.js';
import { shardLocal } from '../../selection/statement-settings.js';
import type { RowSelection, SampledSpan, SpanSample } from '../../trace-analytics.js';
import type { SpanPosition } from '../../trace-reader.js';
import { fromRow, type RootColumn, spanRows, toUnion } from '../totals/span-rows.js';
import { readUnresolved, type Unresolved } from '../totals/unresolved-traces.js';
import { asRows } from './aggregate-statements.js';

/** Number of spans from one mark to the next. A statement reads the spans up to the next mark or a later one. */
const ROWS_BETWEEN_MARKS = 250;
const MAX_MARKS = 40;
/**
 * Maximum size of an answer for a piece with several marks. If an answer reaches it, the two halves of the piece are
 * read separately.
 */
const MAX_ANSWER_BYTES = 64 * 1024 * 1024;

/**
 * Reads the newest spans in a selection in portions. Resolves with true if the selection contains more spans than the
 * limit.
 */
export async function sampleSpans(
  run: RunStatement,
  sample: SpanSample,
  onSpans: (spans: readonly SampledSpan[]) => void,
): Promise<boolean> {
  const { selection, limit } = sample;
  const unresolved = await readUnresolved(run, { selection });
  const marks = decodeMarks(await run(selectMarks(sample, unresolved)));
  const ends = marks.filter(({ position }) => position <= limit);
  const isCut = ends.length < marks.length;
  const pending = toPieces(ends).reverse();
  for (let piece = pending.pop(); piece !== undefined; piece = pending.pop()) {
    const { marks: own } = piece;
    const maxBytes = own.length > 1 ? MAX_ANSWER_BYTES : Number.POSITIVE_INFINITY;
    const answer = await run(selectSampled(sample, unresolved, piece), maxBytes);
    if (answer.length < maxBytes) {
      onSpans(decodeSampled(answer));
    } else {
      const middle = Math.ceil(own.length / 2);
      const left = { after: piece.after, marks: own.slice(0, middle) };
      pending.push({ after: own[middle - 1], marks: own.slice(middle) }, left);
    }
  }
  return isCut;
}

/**
 * The last span before a point at which the sample may be cut. The sample is in descending order. `position` is the
 * number of this span in the sample, counted from 1.
 */
interface Mark extends SpanPosition {
  readonly position: number;
}

/** A part of the sample. It begins after the span `after` and ends with the last of its marks. */
interface Piece {
  readonly after: SpanPosition | undefined;
  readonly marks: readonly Mark[];
}

function toPieces(marks: readonly Mark[]): Piece[] {
  return Array.from({ length: Math.ceil(marks.length / MAX_MARKS) }, (_, index) => ({
    after: marks[index * MAX_MARKS - 1],
    marks: marks.slice(index * MAX_MARKS, (index + 1) * MAX_MARKS),
  }));
}

const ids: readonly RootColumn[] = ['trace_id', 'span_id'].map(fromRow);

/** Selects all marks of the sample, the last span of the sample, and the span after it if there is one. */
function selectMarks({ selection, limit }: SpanSample, unresolved: Unresolved): Statement {
  const rows = toUnion(spanRows(selection, unresolved, ids), ['start_time', 'v0', 'v1']);
  return sql`
    SELECT n, toString(toUnixTimestamp64Nano(start_time)), lower(hex(v0)), lower(hex(v1)) FROM (
    SELECT *, row_number() OVER (ORDER BY start_time DESC, v0 DESC, v1 DESC) AS n, count() OVER () AS all FROM (
    SELECT * FROM (${rows}) ORDER BY start_time DESC, v0 DESC, v1 DESC LIMIT ${bind('UInt64', limit + 1)}))
    WHERE n % ${ROWS_BETWEEN_MARKS} = 0 OR n = all OR n = ${bind('UInt64', limit)} ORDER BY n
    ${asRows}
  `;
}

function decodeMarks(answer: Buffer): readonly Mark[] {
  return jsonRows<readonly [number, string, string, string]>(answer).map(
    ([position, start, trace_id, span_id]) => ({
      position,
      start_time: BigInt(start),
      trace_id,
      span_id,
    }),
  );
}

const shown = ['status_code', 'span_type', 'span_kind', 'span_name', 'service_name'] as const;

const answerTypes = {
  is_selected: 'Bool',
  status_code: 'String',
  span_type: 'String',
  span_kind: 'String',
  span_name: 'String',
  service_name: 'String',
  attributes: 'String',
} as const;

function selectSampled(
  { selection, split }: SpanSample,
  unresolved: Unresolved,
  { after, marks }: Piece,
): Statement {
  const last = marks.at(-1);
  const isSelected = split === undefined ? 'true' : filterToSql(split);
  const texts = shown.map((name) => `CAST(${name}, 'String')`);
  const columns = [...ids, ...[`toBool(${isSelected})`, ...texts, wholeAttributes].map(fromRow)];
  const narrowed: RowSelection = {
    ...selection,
    oldest: last?.start_time ?? selection.oldest,
    newest: after === undefined ? selection.newest : after.start_time + 1n,
  };
  const names = columns.map((_, index) => `v${index}`);
  const rows = toUnion(spanRows(narrowed, unresolved, columns), ['start_time', ...names]);
  const conditions = [
    ...(last === undefined ? [] : [`${position} >= ${bound(last)}`]),
    ...(after === undefined ? [] : [`${position} < ${bound(after)}`]),
  ];
  return sql`
    SELECT ${names.slice(ids.length).join(', ')} FROM (${rows}) WHERE ${conditions.join(' AND ')}
    SETTINGS ${shardLocal} FORMAT RowBinary
  `;
}

/**
 * SQL for a span's position. The time is a number and the ids are hex strings, because shards cannot parse tuples that
 * contain times with fractional seconds.
 */
const position = '(toUnixTimestamp64Nano(start_time), hex(v0), hex(v1))';

function bound({ start_time, trace_id, span_id }: SpanPosition) {
  const [trace, span] = [trace_id, span_id].map((id) => bind('String', id.toUpperCase()));
  return `(${bind('Int64', start_time)}, ${trace}, ${span})`;
}

function decodeSampled(answer: Buffer): readonly SampledSpan[] {
  return decodeColumns([], answer, answerTypes).map((row) => ({
    ...row,
    service_name: row.service_name === '' ? undefined : row.service_name,
  }));
}

/** Counts the traces that have a selected current span. */
export async function countTraces(run: RunStatement, selection: RowSelection): Promise<number> {
  const unresolved = await readUnresolved(run, { selection });
  const [row] = jsonRows<readonly [number]>(await run(selectCount(selection, unresolved)));
  return row?.[0] ?? 0;
}

function selectCount(selection: RowSelection, unresolved: Unresolved): Statement {
  const rows = toUnion(spanRows(selection, unresolved, [fromRow('trace_id')]), ['v0']);
  return sql`SELECT uniqExact(v0) FROM (${rows}) ${asRows}`;
}
