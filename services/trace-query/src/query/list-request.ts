import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import type { FilterExpression, Windowing } from '@spanhouse/span-schema';

/** One page of a list, as it was asked for. */
export interface ListRequest {
  readonly projectId: string;
  readonly filter: FilterExpression | undefined;
  readonly windowing: Windowing;
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

export type ListOutcome<Item> =
  | {
      readonly status: 'listed';
      readonly items: readonly Item[];
      readonly window: ShownWindow | undefined;
    }
  /** `reason` is a sentence for the caller. */
  | { readonly status: 'invalid_cursor'; readonly reason: string };
