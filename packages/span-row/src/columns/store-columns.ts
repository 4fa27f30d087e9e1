import type { Column } from './column.js';

/** The columns of `spans` that are not part of the rows. Each INSERT adds them as constants for its block. */
export const insertColumns = [
  // The block's position in the log. Deletes and snapshots are ordered by this position.
  { name: 'log_partition', type: 'UInt32' },
  { name: 'log_offset', type: 'UInt64' },
] as const satisfies readonly Column<string>[];
