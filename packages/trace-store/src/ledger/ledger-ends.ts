import { generationOf, LOG_OFFSET_BITS, toLogOffset } from '@spanhouse/span-row';
import { bind, bindTime, type Statement, sql } from '../connection/statement.js';
import type { LedgerSelection } from '../message-ledger.js';
import { inBackground } from '../selection/statement-settings.js';
import { OFFSET_OF_END } from './unread-ends.js';

/** The end of an earlier log, as recorded by the last consumer of that log. */
export interface EarlierEnd {
  readonly partition: number;
  readonly generation: bigint;
  readonly committed: bigint;
  /** The position after the last message of the log. */
  readonly end: bigint;
  readonly seenAt: bigint;
}

/** SQL condition that is true if the ledger entry records the end of a log instead of a message. */
export const isEnd = `bitAnd(log_offset, ${OFFSET_OF_END}) = ${OFFSET_OF_END}`;

/** Returns an SQL condition that is true if the entry was received within a time range. */
export function receivedWithin({
  oldest,
  newest,
}: Extract<LedgerSelection, { readonly oldest: bigint }>): string {
  return `received_at >= ${bindTime(oldest)} AND received_at < ${bindTime(newest)}`;
}

/** Selects the ends of all logs before the current one, for all partitions. */
export function selectEarlierEnds(
  selection: LedgerSelection,
  committed: readonly bigint[],
): Statement {
  const begin = toLogOffset(generationOf(committed[0] ?? 0n), 0);
  const isSelected = 'oldest' in selection ? receivedWithin(selection) : 'true';
  return sql`
    SELECT log_partition, toString(log_offset), toString(block_offset), toString(number), toString(toUnixTimestamp64Nano(received_at))
    FROM message_ledger FINAL
    WHERE ${isEnd} AND log_offset < ${bind('UInt64', begin)} AND ${isSelected}
    ORDER BY log_partition, log_offset SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/** Selects, for each earlier log, the last message that was entered at or after the log's committed position. */
export function selectLastEntered(ends: readonly EarlierEnd[]): Statement {
  const conditions = ends.map(({ partition, generation, committed }) => {
    const last = toLogOffset(generation, OFFSET_OF_END) - 1n;
    const bounds = [committed, last].map((position) => bind('UInt64', position));
    return `log_partition = ${bind('UInt32', partition)} AND log_offset BETWEEN ${bounds.join(' AND ')}`;
  });
  return sql`
    SELECT log_partition, toString(max(log_offset)) FROM message_ledger WHERE ${conditions.map((each) => `(${each})`).join(' OR ')}
    GROUP BY log_partition, bitShiftRight(log_offset, ${LOG_OFFSET_BITS}) SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}
