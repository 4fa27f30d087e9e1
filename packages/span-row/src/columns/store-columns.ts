import type { Column } from './column.js';

/** The columns of `spans` that are not in the rows: each INSERT adds them as constants of its block. */
export const insertColumns = [
  // The place of the block in the log, by which deletes and snapshots are ordered.
  { name: 'log_partition', type: 'UInt32' },
  { name: 'log_offset', type: 'UInt64' },
] as const satisfies readonly Column<string>[];
