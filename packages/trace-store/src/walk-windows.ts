import type { RunStatement } from './run-statement.js';
import { type ReachOfRows, selectReach } from './select-reach.js';
import { tableRows } from './table-rows.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';

export interface WalkWindow {
  /** The selection, within the window. */
  readonly selection: SpanSelection;
  readonly isLast: boolean;
}

/** So many rows of the project lie in the first window. */
const FIRST_ROWS = 65_536;
const GROWTH = 4n;
/** Longer than a row could be from another by then; what is left is one window. */
const MAX_WINDOWS = 8;
const MIN_WIDTH_NS = 1_000_000_000n;

/**
 * Cuts the time a selective walk may have to look through into windows, each four times as long as
 * the one before. ClickHouse looks for the first match of every part before it gives the first row
 * of all, so without them a rare match costs a scan of all older parts.
 */
export class WalkWindows {
  readonly #run: RunStatement;
  readonly #selection: SpanSelection;
  readonly #after: SpanPosition | undefined;
  #reach: ReachOfRows | undefined;
  #isOpen = false;
  #count = 0;
  /** Where the window before ended. */
  #edge: bigint | undefined;

  constructor(
    run: RunStatement,
    { selection, after }: { selection: SpanSelection; after: SpanPosition | undefined },
  ) {
    this.#run = run;
    this.#selection = selection;
    this.#after = after;
  }

  async current(): Promise<WalkWindow> {
    if (!this.#isOpen) {
      this.#isOpen = true;
      this.#reach = isSelective(this.#selection) ? await this.#measure() : undefined;
    }
    const rest = between(this.#selection, this.#edge, undefined);
    const end = this.#end();
    return end === undefined || isBeyond(end, this.#selection)
      ? { selection: rest, isLast: true }
      : { selection: between(rest, undefined, end), isLast: false };
  }

  /** To the window behind the current one, which MUST NOT be the last. */
  advance(): void {
    this.#edge = this.#end();
    this.#count += 1;
  }

  /** The last time within the current window, unless nothing but its selection ends it. */
  #end(): bigint | undefined {
    if (this.#reach === undefined || this.#count >= MAX_WINDOWS) {
      return undefined;
    }
    const { first, last } = this.#reach;
    const isAscending = this.#selection.order === 'ascending';
    const firstWidth = isAscending ? last - first : first - last;
    const base = firstWidth > MIN_WIDTH_NS ? firstWidth : MIN_WIDTH_NS;
    const width = base * GROWTH ** BigInt(this.#count);
    return isAscending ? first + width : first - width;
  }

  /** Of the rows of the project within the bounds, selected or not. */
  async #measure(): Promise<ReachOfRows | undefined> {
    const statement = selectReach(this.#selection, { after: this.#after, limit: FIRST_ROWS });
    const [row] = tableRows(await this.#run(statement));
    const [rows = '0', earliest = '0', latest = '0'] = row ?? [];
    if (Number(rows) < FIRST_ROWS) {
      return undefined;
    }
    const isAscending = this.#selection.order === 'ascending';
    return isAscending
      ? { first: BigInt(earliest), last: BigInt(latest) }
      : { first: BigInt(latest), last: BigInt(earliest) };
  }
}

function isSelective({ filter, ratePercent }: SpanSelection): boolean {
  return filter !== undefined || (ratePercent ?? 100) < 100;
}

/** Behind the edge before, up to the edge behind; the bounds of the order are what makes them meet. */
function between(
  selection: SpanSelection,
  before: bigint | undefined,
  behind: bigint | undefined,
): SpanSelection {
  const { order, oldest, newest } = selection;
  return order === 'ascending'
    ? { ...selection, oldest: before ?? oldest, newest: behind ?? newest }
    : { ...selection, newest: before ?? newest, oldest: behind ?? oldest };
}

const MIN_TIME_NS = -2_208_988_800_000_000_000n;
const MAX_TIME_NS = 9_223_372_036_854_775_807n;

function isBeyond(time: bigint, { order, oldest, newest }: SpanSelection): boolean {
  return order === 'ascending' ? time >= (newest ?? MAX_TIME_NS) : time <= (oldest ?? MIN_TIME_NS);
}
