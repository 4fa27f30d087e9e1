import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import type { FilterExpression, Windowing } from '@spanhouse/span-schema';
import type { SpanPart } from '@spanhouse/trace-store/reader';

/** The selection of a list: a filter, and the requested window. */
export interface ListQuery {
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
  /** The bounds of a saved query. They apply even where the bounds of `windowing` are only a position. */
  readonly range?: Pick<Windowing, 'oldest' | 'newest'>;
  /** Parts of the spans that are not shown. */
  readonly unread?: readonly SpanPart[];
}

/** A list that a caller requests, in one project. */
export interface ListRequest extends ListQuery {
  readonly projectId: string;
  /** The positions that the caller waited for, which the list must include. */
  readonly atLeast: ReceiptTarget | undefined;
  /** See `Snapshots`. */
  readonly tellVisible?: (asOfNs: bigint) => void;
}

/** The window of a page as the answer shows it, with the token of the next page if there is one. */
export interface ShownWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly limit: number;
  readonly order: 'ascending' | 'descending';
  readonly rate: number | undefined;
  readonly next: string | undefined;
}

/** The items in portions, in the order in which they are read. The stream ends with the window. */
export type ItemStream<Item> = AsyncGenerator<readonly Item[], ShownWindow | undefined>;

/** Options of reading a list. */
export interface ListOptions {
  readonly signal: AbortSignal;
  /** A page ends at its limit; everything has a limit only if the request sets one. */
  readonly extent: 'page' | 'everything';
  /** See `StreamOptions`. */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}
