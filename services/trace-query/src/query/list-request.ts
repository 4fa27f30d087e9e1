import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import type { FilterExpression, Windowing } from '@spanhouse/span-schema';

/** One page of a list, or all of it, as it was asked for. */
export interface ListRequest {
  readonly projectId: string;
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
  /** Bounds of a saved query: they hold too, also where those of `windowing` are only a position. */
  readonly range?: Pick<Windowing, 'oldest' | 'newest'>;
  /** What the caller has waited for, and so must see. */
  readonly atLeast: ReceiptTarget | undefined;
}

/** What a response says about its window, with the token of the next page if there is one. */
export interface ShownWindow {
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly limit: number;
  readonly order: 'ascending' | 'descending';
  readonly rate: number | undefined;
  readonly next: string | undefined;
}

/** The items in portions, as they are read; at the end, the window. */
export type ItemStream<Item> = AsyncGenerator<readonly Item[], ShownWindow | undefined>;

export type OpenedList<Item> =
  | { readonly status: 'opened'; readonly items: ItemStream<Item> }
  /** `reason` is a sentence for the caller. */
  | { readonly status: 'invalid_cursor'; readonly reason: string };

export interface ListOptions {
  readonly signal: AbortSignal;
  /** A page ends at its limit, everything only where the request itself sets one. */
  readonly extent: 'page' | 'everything';
}
