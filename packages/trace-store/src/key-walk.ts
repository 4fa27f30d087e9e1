import type { DeletedTrace } from './deleted-traces.js';
import type { RunStatement } from './run-statement.js';
import { isSamePlace } from './span-key.js';
import type { Statement } from './statement.js';
import type { WalkStep } from './statements.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';
import { WalkWindows } from './walk-windows.js';

export interface Chunk<Row> {
  /** In the order of the walk; rows of one place are never split between two chunks. */
  readonly rows: readonly Row[];
  readonly isLast: boolean;
}

export interface WalkStart<Row extends SpanPosition> {
  readonly selection: SpanSelection;
  readonly after: SpanPosition | undefined;
  readonly select: (selection: SpanSelection, step: WalkStep) => Statement;
  readonly decode: (answer: Buffer) => readonly Row[];
  /** For rows of any width: those of a longer answer that came first. Absent = read all. */
  readonly decodeFirst?: (answer: Buffer) => readonly Row[];
}

/** Of an answer of wide rows no more is read at a time. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
const MIN_CAP_ROWS = 4;
/** Slow, since an answer that is cut was made in vain. */
const CAP_GROWTH = 1.25;
/** Bounds the statement; the rows of earlier deletes are dropped after reading instead. */
const MAX_DELETED = 1000;

/** Walks the matching rows of a selection in its order, chunk by chunk. */
export class KeyWalk<Row extends SpanPosition> {
  readonly #run: RunStatement;
  readonly #start: WalkStart<Row>;
  readonly #windows: WalkWindows;
  #after: SpanPosition | undefined;
  #deleted: readonly DeletedTrace[] = [];
  /** As many rows as answers of their width seem to hold. */
  #capRows = Number.MAX_SAFE_INTEGER;
  #scale = 1;

  constructor(run: RunStatement, start: WalkStart<Row>) {
    this.#run = run;
    this.#start = start;
    this.#after = start.after;
    this.#windows = new WalkWindows(run, start);
  }

  /** At least one place, at most about `count` of them, unless it is the last chunk. */
  async next(count: number): Promise<Chunk<Row>> {
    for (;;) {
      const chunk = await this.#step(count);
      if (chunk.isLast || chunk.rows.length > 0) {
        return chunk;
      }
    }
  }

  /** The chunks that follow leave out what was deleted of these traces. */
  hide(deleted: readonly DeletedTrace[]): void {
    this.#deleted = [...this.#deleted, ...deleted].slice(-MAX_DELETED);
  }

  async #step(count: number): Promise<Chunk<Row>> {
    const window = await this.#windows.current();
    const limit = (Math.min(count, Math.floor(this.#capRows)) + 1) * this.#scale;
    const { rows, isAll } = await this.#read(window.selection, limit);
    const complete = isAll ? rows : withoutLastPlace(rows);
    // Of one place there are more versions than the answer has held.
    this.#scale = isAll || complete.length > 0 ? 1 : this.#scale * 2;
    if (!isAll) {
      this.#after = complete.at(-1) ?? this.#after;
    } else if (!window.isLast) {
      this.#windows.advance();
      this.#after = undefined; // the next window begins behind this one
    }
    return { rows: complete, isLast: isAll && window.isLast };
  }

  async #read(selection: SpanSelection, limit: number) {
    const { select, decode, decodeFirst } = this.#start;
    const statement = select(selection, {
      ...{ after: this.#after, limit, deleted: this.#deleted },
    });
    const maxBytes = decodeFirst && MAX_ANSWER_BYTES * this.#scale;
    const answer = await this.#run(statement, maxBytes);
    const isCut = maxBytes !== undefined && answer.length >= maxBytes;
    const rows = isCut && decodeFirst !== undefined ? decodeFirst(answer) : decode(answer);
    this.#capRows = isCut ? Math.max(rows.length, MIN_CAP_ROWS) : this.#capRows * CAP_GROWTH;
    return { rows, isAll: !isCut && rows.length < limit };
  }
}

/** The limit may have cut through the rows of the last place. */
function withoutLastPlace<Row extends SpanPosition>(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  const first = rows.findIndex((row) => last !== undefined && isSamePlace(row, last));
  return rows.slice(0, first);
}
