import type { RunStatement } from './run-statement.js';
import { selectReach } from './select-reach.js';
import { tableRows } from './table-rows.js';
import type { SpanPosition, SpanSelection } from './trace-reader.js';

export interface WalkWindow {
  /** The selection, within the window. */
  readonly selection: SpanSelection;
  readonly isLast: boolean;
}

/** Ten minutes. */
const FIRST_WIDTH_NS = 600_000_000_000n;
const GROWTH = 8n;

/**
 * Cuts the time a selective walk may have to look through into windows, each of which ends eight
 * times as far away as the one before. ClickHouse looks for the first match of every part before it
 * gives the first row of all, so without them a rare match costs a scan of all older parts.
 */
export class WalkWindows {
  readonly #run: RunStatement;
  readonly #selection: SpanSelection;
  readonly #after: SpanPosition | undefined;
  /** Where the next row of the project starts, and the last one; undefined = no windows. */
  #reach: { readonly first: bigint; readonly last: bigint } | undefined;
  #isMeasured = false;
  #count = 0n;

  constructor(
    run: RunStatement,
    { selection, after }: { selection: SpanSelection; after: SpanPosition | undefined },
  ) {
    this.#run = run;
    this.#selection = selection;
    this.#after = after;
  }

  async current(): Promise<WalkWindow> {
    if (!this.#isMeasured) {
      this.#isMeasured = true;
      this.#reach = isSelective(this.#selection) ? await this.#measure() : undefined;
    }
    const rest = between(this.#selection, this.#endOf(this.#count - 1n), undefined);
    const end = this.#endOf(this.#count);
    return end === undefined
      ? { selection: rest, isLast: true }
      : { selection: between(rest, undefined, end), isLast: false };
  }

  /** To the window behind the current one, which MUST NOT be the last. */
  advance(): void {
    this.#count += 1n;
  }

  /** The last time within a window; undefined when only the selection ends it. */
  #endOf(window: bigint): bigint | undefined {
    if (this.#reach === undefined || window < 0n) {
      return undefined;
    }
    const { first, last } = this.#reach;
    const distance = FIRST_WIDTH_NS * GROWTH ** window;
    if (this.#selection.order === 'ascending') {
      return first + distance < last ? first + distance : undefined;
    }
    return first - distance > last ? first - distance : undefined;
  }

  async #measure() {
    const rows = tableRows(await this.#run(selectReach(this.#selection, this.#after)));
    const [[earliest] = [], [latest] = []] = rows.toSorted(([left], [right]) =>
      BigInt(left ?? 0) < BigInt(right ?? 0) ? -1 : 1,
    );
    if (earliest === undefined || latest === undefined) {
      return undefined;
    }
    const [low, high] = [BigInt(earliest), BigInt(latest)];
    return this.#selection.order === 'ascending'
      ? { first: low, last: high }
      : { first: high, last: low };
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
