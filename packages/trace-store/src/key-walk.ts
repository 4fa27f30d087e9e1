import type { RunStatement } from './run-statement.js';
import type { Statement } from './statement.js';
import type { WalkStep } from './statements.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';

/** The place of a row, and when it was received: its version. */
export interface SpanKey extends SpanPosition {
  readonly received_at: bigint;
}

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
}

/** Walks the matching rows of a selection in its order, chunk by chunk. */
export class KeyWalk<Row extends SpanPosition> {
  readonly #run: RunStatement;
  readonly #start: WalkStart<Row>;
  #after: SpanPosition | undefined;

  constructor(run: RunStatement, start: WalkStart<Row>) {
    this.#run = run;
    this.#start = start;
    this.#after = start.after;
  }

  /** At least one place, about `count` of them, unless it is the last chunk. */
  async next(count: number): Promise<Chunk<Row>> {
    const { selection, select, decode } = this.#start;
    for (let limit = count + 1; ; limit *= 2) {
      const rows = decode(await this.#run(select(selection, { after: this.#after, limit })));
      if (rows.length < limit) {
        return { rows, isLast: true };
      }
      const complete = withoutLastPlace(rows);
      if (complete.length > 0) {
        this.#after = complete.at(-1);
        return { rows: complete, isLast: false };
      }
    }
  }
}

/** The limit may have cut through the rows of the last place. */
function withoutLastPlace<Row extends SpanPosition>(rows: readonly Row[]): readonly Row[] {
  const last = rows.at(-1);
  const first = rows.findIndex((row) => last !== undefined && isSamePlace(row, last));
  return rows.slice(0, first);
}

export function isSamePlace(left: SpanPosition, right: SpanPosition): boolean {
  return (
    left.start_time === right.start_time &&
    left.span_id === right.span_id &&
    left.trace_id === right.trace_id
  );
}
