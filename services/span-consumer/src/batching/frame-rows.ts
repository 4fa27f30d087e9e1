import type { LogMessage } from '@spanhouse/span-log/subscription';

/** Looks inside messages; used only once ClickHouse has refused what they hold. */
export interface FrameRows {
  /** The rows of a message in order, or why they cannot be read. */
  split(message: LogMessage): Promise<SplitFrame>;
  /** One frame of the given rows. */
  join(rows: readonly Uint8Array[]): Promise<Uint8Array>;
}

export type SplitFrame =
  | { readonly status: 'rows'; readonly rows: readonly Uint8Array[] }
  | { readonly status: 'unreadable'; readonly reason: string };
