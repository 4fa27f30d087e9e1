import type { FilterExpression, Windowing } from '@spanhouse/span-schema';
import type { SpanPart } from '@spanhouse/trace-store/reader';

/** The filter and the requested window of a list. */
export interface ListQuery {
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
  /** The bounds of a saved query. They apply even if the bounds of `windowing` are only a position. */
  readonly range?: Pick<Windowing, 'oldest' | 'newest'>;
  /** Parts of the spans that the answer does not show. */
  readonly unread?: readonly SpanPart[];
}

/** A request for a list of one project. */
export interface ListRequest extends ListQuery {
  readonly projectId: string;
  /** Takes the snapshot of a first page. */
  readonly snapshot: () => Promise<readonly bigint[]>;
}

/** The window of a page in the form of answers. It contains the token of the next page if there is one. */
export interface ShownWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly limit: number;
  readonly order: 'ascending' | 'descending';
  readonly rate: number | undefined;
  readonly next: string | undefined;
}

/** Yields the items in portions, in the order in which they are read. Returns the window at the end. */
export type ItemStream<Item> = AsyncGenerator<readonly Item[], ShownWindow | undefined>;

/** Options for reading a list. */
export interface ListOptions {
  readonly signal: AbortSignal;
  /**
   * The part of the list to read. A page ends at its limit; `everything` ends at the requested limit, if there is one.
   */
  readonly extent: 'page' | 'everything';
  /** Receives the progress; see `StreamOptions`. */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}
