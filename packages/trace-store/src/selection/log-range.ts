import { generationOf, toLogOffset } from '@spanhouse/span-row';
import { bind, bindTime } from '../connection/statement.js';
import type { LogRange } from '../span-metrics.js';
import { coverRanges } from './time-ranges.js';

/** Returns an SQL condition that is true if the row is in a range of the log. */
export function inRange({ from, to, receivedAfter }: LogRange): string {
  const conditions = [`log_offset < ${boundOf(to)}`];
  if (from !== undefined) {
    conditions.push(`log_offset >= ${boundOf(from)}`);
    conditions.unshift(`(${offsetsBetween(from, to)})`);
  }
  if (receivedAfter !== undefined) {
    conditions.push(`received_at > ${bindTime(receivedAfter)}`);
  }
  return conditions.join(' AND ');
}

/**
 * Returns an SQL condition that is true if the log offset is in the range of at least one partition. This is the only
 * condition for which ClickHouse can use the index on log offsets.
 */
function offsetsBetween(from: readonly bigint[], to: readonly bigint[]): string {
  const partitions = Math.max(from.length, to.length); // the next log may have fewer partitions
  const ranges = Array.from({ length: partitions }, (_, partition) => ({
    from: from[partition] ?? firstOffset(from),
    to: (to[partition] ?? firstOffset(to)) - 1n,
  })).filter((range) => range.from <= range.to);
  const conditions = coverRanges(ranges).map(
    (range) => `log_offset BETWEEN ${bind('UInt64', range.from)} AND ${bind('UInt64', range.to)}`,
  );
  return conditions.length === 0 ? 'false' : conditions.join(' OR ');
}

/**
 * Returns SQL that selects the position for the partition of a row. Partitions without a position start at offset 0.
 */
export function boundOf(positions: readonly bigint[]): string {
  const all = [...positions, firstOffset(positions)];
  return `${bind('Array(UInt64)', all)}[least(log_partition + 1, ${all.length})]`;
}

/** Returns the start of the log. Partitions that were added to the log later have the same start. */
function firstOffset([first = 0n]: readonly bigint[]): bigint {
  return toLogOffset(generationOf(first), 0);
}
