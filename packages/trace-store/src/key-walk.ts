import type { RunStatement } from './run-statement.js';
import { selectKeys } from './statements.js';
import { tableRows } from './table-rows.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';

/** The place and the version of a row. */
export interface SpanKey extends SpanPosition {
  readonly received_at: bigint;
  readonly log_offset: bigint;
}

export interface KeyChunk {
  /** In the order of the walk; rows of one place are never split between two chunks. */
  readonly keys: readonly SpanKey[];
  readonly isLast: boolean;
}

export interface KeyWalkStart {
  readonly selection: SpanSelection;
  readonly after: SpanPosition | undefined;
}

/** Walks the matching rows of a selection in its order, chunk by chunk. */
export class KeyWalk {
  readonly #run: RunStatement;
  readonly #start: KeyWalkStart;
  #after: SpanPosition | undefined;

  constructor(run: RunStatement, start: KeyWalkStart) {
    this.#run = run;
    this.#start = start;
    this.#after = start.after;
  }

  /** At least one place, about `count` of them, unless it is the last chunk. */
  async next(count: number): Promise<KeyChunk> {
    const { selection } = this.#start;
    for (let limit = count + 1; ; limit *= 2) {
      const statement = selectKeys(selection, { after: this.#after, limit });
      const keys = tableRows(await this.#run(statement)).map(toKey);
      if (keys.length < limit) {
        return { keys, isLast: true };
      }
      const complete = withoutLastPlace(keys);
      if (complete.length > 0) {
        this.#after = complete.at(-1);
        return { keys: complete, isLast: false };
      }
    }
  }
}

/** The limit may have cut through the rows of the last place. */
function withoutLastPlace(keys: readonly SpanKey[]): readonly SpanKey[] {
  const last = keys.at(-1);
  const first = keys.findIndex((key) => last !== undefined && isSamePlace(key, last));
  return keys.slice(0, first);
}

export function isSamePlace(left: SpanPosition, right: SpanPosition): boolean {
  return (
    left.start_time === right.start_time &&
    left.span_id === right.span_id &&
    left.trace_id === right.trace_id
  );
}

function toKey(row: readonly string[]): SpanKey {
  const [start, trace_id = '', span_id = '', received, offset] = row;
  return {
    start_time: BigInt(start ?? 0),
    trace_id,
    span_id,
    received_at: BigInt(received ?? 0),
    log_offset: BigInt(offset ?? 0),
  };
}
