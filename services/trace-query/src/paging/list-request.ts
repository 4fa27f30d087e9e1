import type { FilterExpression, Windowing } from '@spanhouse/span-schema';
import type { SpanPart } from '@spanhouse/trace-store/reader';

/** The filter and the requested window of a list. */
export interface ListQuery {
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
  /**
   * Bounds of a saved query. They apply even if the request's own bounds belong to a cursor that an older client has
   * built.
   */
  readonly range?: Pick<Windowing, 'oldest' | 'newest'>;
  /** Parts of the spans that need not be read, because the answer does not show them. */
  readonly unread?: readonly SpanPart[];
}

/** A request for a list of a project's items. */
export interface ListRequest extends ListQuery {
  readonly projectId: string;
  /** Takes the snapshot for a first page. */
  readonly snapshot: () => Promise<readonly bigint[]>;
}

/** Window of a page in the format of answers. It contains the token of the next page if there is one. */
export interface ShownWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly limit: number;
  readonly order: 'ascending' | 'descending';
  readonly rate: number | undefined;
  readonly next: string | undefined;
}

/** Yields a list's items in portions, in reading order. Returns the window at the end. */
export type ItemStream<Item> = AsyncGenerator<readonly Item[], ShownWindow | undefined>;

export interface ListOptions {
  readonly signal: AbortSignal;
  /**
   * Part of the list to read. `page` ends at the page limit; `everything` ends at the limit in the request, if there is
   * one.
   */
  readonly extent: 'page' | 'everything';
  /** Receives the progress of the search; see `StreamOptions`. */
  readonly onSearched?: ((time: bigint) => void) | undefined;
}
