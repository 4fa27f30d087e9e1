import { earlier, later } from '../selection/time-ranges.js';
import type { SpanPosition, SpanSelection } from '../trace-reader.js';
import type { ListRead } from './project-reaches.js';

export interface WalkWindow {
  /** The selection, limited to the window. */
  readonly selection: SpanSelection;
  readonly isLast: boolean;
  /** The end of the window; undefined if the end is unknown. */
  readonly end: bigint | undefined;
}

/** Maximum length of a time range that is not divided. It overlaps at most two buckets. */
const SHORT_NS = 10_000_000_000n;
const GROWTH = 8;
/**
 * Growth factor of windows if matches are so rare that a usual window would not fill a page. Another statement would
 * cost more than reading the additional rows.
 */
const GROWTH_OF_RARE = 64;
/** Maximum number of windows if every row of the walk matches. The last window contains the rest of the range. */
const MAX_UNSELECTIVE_WINDOWS = 2;

/**
 * The first and last times of the range that is divided, in the order of the walk, and the length of the first window
 * in ns.
 */
interface WalkReach {
  readonly first: bigint;
  readonly last: bigint;
  readonly width: bigint;
}

/**
 * Divides the time range of a walk into windows. The first window contains about as many rows as a page may need. The
 * end of each further window is eight times as far from the start of the walk as the previous end, or 64 times if
 * matches are rare.
 *
 * ClickHouse returns the first row only after it has found a match and sorted its bucket in every part of the table.
 * Without windows, a search for a rare match would read most of the table, and the newest page would read a complete
 * bucket in every part. A bucket may have 200,000 rows, so the first window of a page may be only a part of a bucket.
 */
export class WalkWindows {
  readonly #read: ListRead;
  readonly #selection: SpanSelection;
  readonly #after: SpanPosition | undefined;
  /** The range that is divided into windows; undefined if the walk is not divided. */
  #reach: WalkReach | undefined;
  #isMeasured = false;
  #count = 0;
  /** The start of the current window; undefined for the first window. */
  #start: bigint | undefined;
  /** Distance in ns from the start of the walk to the end of the current window. */
  #distance = 0n;

  constructor(
    read: ListRead,
    { selection, after }: { selection: SpanSelection; after: SpanPosition | undefined },
  ) {
    this.#read = read;
    this.#selection = selection;
    this.#after = after;
  }

  /** Resolves with the current window. The first call may read the time range of the project. */
  async current(): Promise<WalkWindow> {
    if (!this.#isMeasured) {
      this.#isMeasured = true;
      this.#reach = isShort(this.#selection) ? undefined : await this.#measure();
      this.#distance = this.#reach?.width ?? 0n;
    }
    const rest = between(this.#selection, this.#start, undefined);
    const end = this.#end();
    return end === undefined
      ? { selection: rest, isLast: true, end: endOf(this.#selection) ?? this.#reach?.last }
      : { selection: between(rest, undefined, end), isLast: false, end };
  }

  /**
   * Moves to the next window. MUST NOT be called in the last window. `found` is the number of rows found so far, and
   * `wanted` is the number of requested rows.
   */
  advance(found: number, wanted: number): void {
    this.#start = this.#end();
    // The first window has too few rows to show whether matches are rare.
    const areRare = this.#count > 0 && found * GROWTH < wanted;
    this.#distance *= BigInt(areRare ? GROWTH_OF_RARE : GROWTH);
    this.#count += 1;
  }

  /** Returns the end of the current window; undefined if the window extends to the end of the selection. */
  #end(): bigint | undefined {
    const isOpen = this.#count >= MAX_UNSELECTIVE_WINDOWS && !isSelective(this.#selection);
    if (this.#reach === undefined || isOpen) {
      return undefined;
    }
    const { first, last } = this.#reach;
    if (this.#selection.order === 'ascending') {
      return first + this.#distance < last ? first + this.#distance : undefined;
    }
    return first - this.#distance > last ? first - this.#distance : undefined;
  }

  /**
   * Reads the range that is divided into windows. Rows before the range are in the first window, and rows after it in
   * the last window.
   */
  async #measure(): Promise<WalkReach | undefined> {
    const { run, reaches } = this.#read;
    const { project_id, order, oldest, newest } = this.#selection;
    const reach = await reaches.reachOf(run, project_id);
    if (reach === undefined) {
      return undefined;
    }
    const { from, to, pageWidth, bucketsWidth } = reach;
    // If few rows match, dividing a bucket into windows would cost more than reading it completely.
    const width = isSelective(this.#selection) ? bucketsWidth : pageWidth;
    const [start, end] = [later(from, oldest ?? from), earlier(to, newest ?? to)];
    const after = this.#after?.start_time;
    return order === 'ascending'
      ? { first: later(start, after ?? start), last: end, width }
      : { first: earlier(end, after ?? end), last: start, width };
  }
}

/** Returns the bound of a selection at which a walk ends. */
function endOf({ order, oldest, newest }: SpanSelection): bigint | undefined {
  return order === 'ascending' ? newest : oldest;
}

/** Returns whether the selection may exclude many rows of its time range. */
function isSelective({ filter, hint, extent, traceHints = [], ratePercent = 100 }: SpanSelection) {
  const restricts = [filter, hint, extent, ...traceHints].some((part) => part !== undefined);
  return restricts || (ratePercent ?? 100) < 100;
}

/** Returns whether the time range is too short to be divided. */
function isShort({ oldest, newest }: SpanSelection): boolean {
  return oldest !== undefined && newest !== undefined && newest - oldest <= SHORT_NS;
}

/**
 * Limits a selection to the range from `start` to `end`, in the order of the selection. Adjacent ranges do not overlap.
 */
function between(selection: SpanSelection, start: bigint | undefined, end: bigint | undefined) {
  const { order, oldest, newest } = selection;
  return order === 'ascending'
    ? { ...selection, oldest: start ?? oldest, newest: end ?? newest }
    : { ...selection, newest: start ?? newest, oldest: end ?? oldest };
}
