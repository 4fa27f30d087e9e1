import type { Column } from './column.js';

/** The columns of `spans` that are not in the rows: each INSERT adds them as constants of its block. */
export const insertColumns = [
  // The position of the block in the log, which orders deletes and snapshots.
  { name: 'log_partition', type: 'UInt32' },
  { name: 'log_offset', type: 'UInt64' },
] as const satisfies readonly Column<string>[];
