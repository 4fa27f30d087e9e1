import { storedSpanColumns } from '@spanhouse/span-row';
import { bind, bindId, bindTime, type Statement, sql } from '../connection/statement.js';
import { type DeletedTrace, notDeleted } from '../selection/deleted-traces.js';
import { listed } from '../selection/listed-columns.js';
import { isSamePosition } from '../selection/row-positions.js';
import { selectionConditions } from '../selection/selection-conditions.js';
import { shardLocal } from '../selection/statement-settings.js';
import { byStart } from '../selection/time-ranges.js';
import { traceConditions } from '../selection/trace-conditions.js';
import type { SpanPosition, SpanSelection } from '../trace-reader.js';
import type { ListRead } from './project-reaches.js';
import { WalkWindows } from './walk-windows.js';

/** A part of a walk's rows. */
export interface Chunk<Row> {
  /** Rows in the order of the walk. All rows at one position are in the same chunk. */
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

/** The selection of a walk, and functions that select and decode its rows. */
export interface WalkStart<Row extends SpanPosition> {
  readonly selection: SpanSelection;
  readonly after: SpanPosition | undefined;
  readonly select: (selection: SpanSelection, step: WalkStep) => Statement;
  readonly decode: (answer: Buffer) => readonly Row[];
  /** Decodes the rows that a truncated answer contains completely; absent if answers are never truncated. */
  readonly decodeFirst?: (answer: Buffer) => readonly Row[];
}

/** Maximum size of an answer whose rows may be large. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MIN_CAP_ROWS = 4;
/**
 * Factor by which the row limit grows after an untruncated answer. The factor is small, because ClickHouse would read
 * the truncated part of an answer unnecessarily.
 */
const CAP_GROWTH = 1.25;
/**
 * Maximum number of deletes that one statement takes into account. Rows hidden by further deletes are filtered out
 * after the read.
 */
const MAX_DELETED = 1000;

/** Reads the matching rows of a selection in order, in chunks. */
export class KeyWalk<Row extends SpanPosition> {
  readonly #listRead: ListRead;
  readonly #start: WalkStart<Row>;
  readonly #windows: WalkWindows;
  #after: SpanPosition | undefined;
  #deleted: readonly DeletedTrace[] = [];
  /** Estimated number of rows that fit into an answer. */
  #capRows = Number.MAX_SAFE_INTEGER;
  #scale = 1;
  /** Number of rows returned so far. */
  #found = 0;

  constructor(read: ListRead, start: WalkStart<Row>) {
    this.#listRead = read;
    this.#start = start;
    this.#after = start.after;
    this.#windows = new WalkWindows(read, start);
  }

  /** Reads the next chunk, which contains up to about `count` rows. Only the last chunk may be empty. */
  async next(count: number): Promise<Chunk<Row>> {
    for (;;) {
      const chunk = await this.#step(count);
      if (chunk.isLast || chunk.rows.length > 0) {
        return chunk;
      }
    }
  }

  /** Excludes rows hidden by these deletes from all later chunks. */
  hide(deleted: readonly DeletedTrace[]): void {
    this.#deleted = [...this.#deleted, ...deleted].slice(-MAX_DELETED);
  }

  /** Reads one answer. The chunk contains only positions whose rows are all in the answer, so it may be empty. */
  async #step(count: number): Promise<Chunk<Row>> {
    const window = await this.#windows.current();
    const limit = (Math.min(count, Math.floor(this.#capRows)) + 1) * this.#scale;
    const { rows, isAll } = await this.#read(window.selection, limit);
    const complete = isAll ? rows : withoutLastPosition(rows);
    this.#found += complete.length;
    // The limit doubles while the versions at one position do not fit into an answer.
    this.#scale = isAll || complete.length > 0 ? 1 : this.#scale * 2;
    if (!isAll) {
      this.#after = complete.at(-1) ?? this.#after;
    } else if (!window.isLast) {
      this.#report(complete.length === 0 ? window.end : undefined);
      this.#windows.advance(this.#found, count);
      this.#after = undefined; // the next window begins where the current window ends
    }
    const isLast = isAll && window.isLast;
    if (isLast && window.end !== undefined) {
      this.#listRead.onEnd?.(window.end);
    }
    return { rows: complete, isLast };
  }

  #report(time: bigint | undefined): void {
    if (time !== undefined) {
      this.#listRead.onSearched?.(time);
    }
  }

  async #read(selection: SpanSelection, limit: number) {
    const { select, decode, decodeFirst } = this.#start;
    const statement = select(selection, {
      after: this.#after,
      limit,
      deleted: this.#deleted,
    });
    const maxBytes = decodeFirst && MAX_ANSWER_BYTES * this.#scale;
    const answer = await this.#listRead.run(statement, maxBytes);
    const isCut = maxBytes !== undefined && answer.length >= maxBytes;
    const rows = isCut && decodeFirst !== undefined ? decodeFirst(answer) : decode(answer);
    this.#capRows = isCut ? Math.max(rows.length, MIN_CAP_ROWS) : this.#capRows * CAP_GROWTH;
    return { rows, isAll: !isCut && rows.length < limit };
  }
}

/** Removes the rows at the last position, because the answer may not contain all of them. */
function withoutLastPosition<Row extends SpanPosition>(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  const first = rows.findIndex((row) => last !== undefined && isSamePosition(row, last));
  return rows.slice(0, first);
}

/** One statement of a walk. It reads at most `limit` rows after a position. */
interface WalkStep {
  readonly after: SpanPosition | undefined;
  readonly limit: number;
  /** The deletes that the walk has encountered. */
  readonly deleted: readonly DeletedTrace[];
}

const key = [
  'toUnixTimestamp64Nano(start_time)',
  'lower(hex(trace_id))',
  'lower(hex(span_id))',
  'toUnixTimestamp64Nano(received_at)',
].join(', ');

/** Selects the keys of the matching rows in order, including older versions of spans. */
export function selectKeys(selection: SpanSelection, step: WalkStep): Statement {
  return selectInOrder(selection, { ...step, columns: key, format: 'TabSeparated' });
}

/** Selects the matching rows in order. ClickHouse reads large columns only for the rows within the limit. */
export function selectRows(selection: SpanSelection, step: WalkStep): Statement {
  const columns = listed(storedSpanColumns, selection.unread);
  return selectInOrder(selection, { ...step, columns, format: 'RowBinary' });
}

function selectInOrder(
  selection: SpanSelection,
  { after, limit, deleted, columns, format }: WalkStep & { columns: string; format: string },
): Statement {
  const conditions = selectionConditions(selection);
  conditions.push(...notDeleted(deleted));
  const ofTraces = traceConditions(selection);
  conditions.push(...ofTraces);
  const settings = ofTraces.length === 0 ? '' : `SETTINGS ${shardLocal} `;
  const isAscending = selection.order === 'ascending';
  const beyond = isAscending ? '>' : '<';
  if (after !== undefined) {
    const time = bindTime(after.start_time);
    const ids = `${bindId(after.trace_id)}, ${bindId(after.span_id)}`;
    conditions.push(`start_time ${beyond}= ${time}`); // the only condition for which ClickHouse can use the primary key
    conditions.push(`(start_time, trace_id, span_id) ${beyond} (${time}, ${ids})`);
  }
  return sql`
    SELECT ${columns} FROM spans WHERE ${conditions.join(' AND ')}
    ORDER BY ${byStart(isAscending ? 'ASC' : 'DESC', 'trace_id', 'span_id')}
    LIMIT ${bind('UInt64', limit)} ${settings}FORMAT ${format}
  `;
}
