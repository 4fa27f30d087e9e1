import { earlier, later } from '../selection/time-ranges.js';
import type { SpanPosition, SpanSelection } from '../trace-reader.js';
import type { ListRead } from './project-reaches.js';

/** One time window of a walk. */
export interface WalkWindow {
  /** The selection, limited to the window. */
  readonly selection: SpanSelection;
  readonly isLast: boolean;
  /** The end of the window; undefined if the end is unknown. */
  readonly end: bigint | undefined;
}

/** Maximum length of a short range, which overlaps at most two buckets. */
const SHORT_NS = 10_000_000_000n;
const GROWTH = 8;
/**
 * Growth of windows if a window of usual growth would not fill a page. Another statement would cost more than the
 * additional rows.
 */
const GROWTH_OF_RARE = 64;
/** Maximum number of windows of a walk that matches every row. The rest of the range is one window. */
const MAX_UNSELECTIVE_WINDOWS = 2;

/** The start and the end of the windows of a walk in its order, and the width of the first window in ns. */
interface WalkReach {
  readonly first: bigint;
  readonly last: bigint;
  readonly width: bigint;
}

/**
 * Divides the time range of a walk into windows. The first window has about the number of rows that a page may need.
 * The end of each further window is eight times as far from the start as the end of the previous window, or 64 times as
 * far if matches are rare.
 *
 * ClickHouse returns the first row after every part has found a match and sorted its bucket. Without windows, a search
 * for a rare match would read most of the table, and the newest page would read a bucket of every part. A bucket may
 * have 200,000 rows, so the page begins with a part of it.
 */
export class WalkWindows {
  readonly #read: ListRead;
  readonly #selection: SpanSelection;
  readonly #after: SpanPosition | undefined;
  /** The windows of the walk; undefined if the range is not divided. */
  #reach: WalkReach | undefined;
  #isMeasured = false;
  #count = 0;
  /** The start of the current window; undefined for the first window. */
  #start: bigint | undefined;
  /** Distance from the start of the walk to the end of the current window, in ns. */
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
   * Moves to the next window. The current window MUST NOT be the last, and `found` of `wanted` rows were found in it.
   */
  advance(found: number, wanted: number): void {
    this.#start = this.#end();
    // The first window has too few rows for an estimate of how rare matches are.
    const areRare = this.#count > 0 && found * GROWTH < wanted;
    this.#distance *= BigInt(areRare ? GROWTH_OF_RARE : GROWTH);
    this.#count += 1;
  }

  /** Returns the end of the current window; undefined if the selection ends the window. */
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
   * Reads the range of the windows. The first window also includes rows before the range, and the last window includes
   * rows after it.
   */
  async #measure(): Promise<WalkReach | undefined> {
    const { run, reaches } = this.#read;
    const { project_id, order, oldest, newest } = this.#selection;
    const reach = await reaches.reachOf(run, project_id);
    if (reach === undefined) {
      return undefined;
    }
    const { from, to, pageWidth, bucketsWidth } = reach;
    // If few rows match, more windows would cost more than reading the rest of a bucket.
    const width = isSelective(this.#selection) ? bucketsWidth : pageWidth;
    const [start, end] = [later(from, oldest ?? from), earlier(to, newest ?? to)];
    const after = this.#after?.start_time;
    return order === 'ascending'
      ? { first: later(start, after ?? start), last: end, width }
      : { first: earlier(end, after ?? end), last: start, width };
  }
}

/** Returns the bound at which a selection ends. */
function endOf({ order, oldest, newest }: SpanSelection): bigint | undefined {
  return order === 'ascending' ? newest : oldest;
}

/** Returns whether the walk may skip many rows. */
function isSelective({ filter, hint, extent, traceHints = [], ratePercent = 100 }: SpanSelection) {
  const restricts = [filter, hint, extent, ...traceHints].some((part) => part !== undefined);
  return restricts || (ratePercent ?? 100) < 100;
}

/** Returns whether the range is too short to be divided. */
function isShort({ oldest, newest }: SpanSelection): boolean {
  return oldest !== undefined && newest !== undefined && newest - oldest <= SHORT_NS;
}

/** Limits a selection to the range between `start` and `end`, in its order. Adjacent ranges do not overlap. */
function between(selection: SpanSelection, start: bigint | undefined, end: bigint | undefined) {
  const { order, oldest, newest } = selection;
  return order === 'ascending'
    ? { ...selection, oldest: start ?? oldest, newest: end ?? newest }
    : { ...selection, newest: start ?? newest, oldest: end ?? oldest };
}
