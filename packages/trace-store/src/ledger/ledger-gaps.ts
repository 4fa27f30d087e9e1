import { generationOf, LOG_OFFSET_BITS, toLogOffset } from '@spanhouse/span-row';
import { bind, type Statement, sql } from '../connection/statement.js';
import { MAX_UNENTERED } from '../message-ledger.js';
import { inRange } from '../selection/log-range.js';
import { inBackground } from '../selection/statement-settings.js';
import { isEnd } from './ledger-ends.js';
import type { LedgerPart, LedgerScope } from './ledger-statements.js';

/**
 * Selects, for each partition, the position after the last entered message. A partition is omitted if none of its last
 * committed messages has an entry.
 */
export function selectEntered(committed: readonly bigint[]): Statement {
  const from = committed.map(lookBack);
  return sql`
    SELECT log_partition, max(log_offset) + 1 FROM message_ledger WHERE ${inRange({ from, to: committed })}
    GROUP BY log_partition SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/**
 * Returns a statement that checks whether messages or message numbers may be missing in the scopes. The statement is
 * faster than `selectGaps`.
 */
export function selectMayHaveGaps(scopes: readonly LedgerScope[]): Statement {
  return sql`
    SELECT max(has_gaps OR entered != newest - oldest + 1) FROM (
      SELECT sum(messages) AS entered, max(last) AS newest, min(first) AS oldest, max(writer != '' AND numbers != messages) AS has_gaps
      FROM (
        SELECT log_partition, writer, count() AS messages, max(log_offset) AS last, min(log_offset) AS first,
        if(uniqExact(number) = messages, toInt64(max(number) - min(number)) + 1, -1) AS numbers
        FROM message_ledger FINAL WHERE ${isIn(scopes.map(withLookBack))} GROUP BY log_partition, writer
      ) GROUP BY log_partition
    ) SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/**
 * Selects the messages that follow a gap. A gap is one or more missing offsets, or missing message numbers from the
 * same writer. Each row also has the total number of missing messages. A missing message leaves a gap in the offsets
 * and in the message numbers, but is counted once.
 */
export function selectGaps(
  { selection, scopes }: Pick<LedgerPart, 'selection' | 'scopes'>,
  limit: number,
): Statement {
  const frame = 'ROWS BETWEEN 1 PRECEDING AND CURRENT ROW';
  // The scopes of adjacent time ranges overlap, but a gap belongs to only one range.
  const isReceived =
    'oldest' in selection
      ? `received >= ${bind('Int64', selection.oldest)} AND received < ${bind('Int64', selection.newest)}`
      : 'true';
  return sql`
    SELECT log_partition, toString(log_offset), toString(received), offsets, numbers, writer, sum(offsets + numbers) OVER () AS missing
    FROM (
      SELECT log_partition, log_offset, received, writer, offsets,
      if(writer != '' AND writer_number > 0, greatest(0, toInt64(number) - toInt64(writer_number) - 1 - (holes - writer_holes)), 0) AS numbers
      FROM (
        SELECT *, lagInFrame(number) OVER of_writer AS writer_number, lagInFrame(holes) OVER of_writer AS writer_holes
        FROM (
          SELECT *, sum(offsets) OVER (PARTITION BY log_partition ORDER BY log_offset ROWS BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS holes
          FROM (
            SELECT *, if(previous > 0 AND bitShiftRight(log_offset, ${LOG_OFFSET_BITS}) = bitShiftRight(previous, ${LOG_OFFSET_BITS}), toInt64(log_offset - previous) - 1, 0) AS offsets
            FROM (
              SELECT log_partition, log_offset, toUnixTimestamp64Nano(received_at) AS received, toString(writer) AS writer, number,
              lagInFrame(log_offset) OVER (PARTITION BY log_partition ORDER BY log_offset ${frame}) AS previous
              FROM message_ledger FINAL WHERE ${isIn(scopes.map(withLookBack))}
            )
          )
        )
        WINDOW of_writer AS (PARTITION BY log_partition, writer ORDER BY log_offset ${frame})
      )
      WHERE ${isIn(scopes)} AND ${isReceived}
    )
    WHERE offsets > 0 OR numbers > 0
    ORDER BY log_partition, log_offset LIMIT ${bind('UInt64', limit)} SETTINGS ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/** Returns an SQL condition that is true if the entry is a message within one of the scopes. */
function isIn(scopes: readonly Pick<LedgerScope, 'partition' | 'first' | 'last'>[]): string {
  const conditions = scopes.map(({ partition, first, last }) => {
    const bounds = [first, last].map((position) => bind('UInt64', position));
    return `log_partition = ${bind('UInt32', partition)} AND log_offset BETWEEN ${bounds.join(' AND ')}`;
  });
  return `(${conditions.join(' OR ')}) AND NOT ${isEnd}`;
}

function withLookBack(scope: LedgerScope): LedgerScope {
  return { ...scope, first: lookBack(scope.first) };
}

/** Returns an earlier position in the same log that is far enough back to find the preceding message. */
function lookBack(position: bigint): bigint {
  const begin = toLogOffset(generationOf(position), 0);
  return position - begin > MAX_UNENTERED ? position - MAX_UNENTERED : begin;
}
