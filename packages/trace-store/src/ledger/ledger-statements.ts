import { generationOf, LOG_OFFSET_BITS, toLogOffset } from '@spanhouse/span-row';
import { bind, bindTime, oneLine, type Statement, sql } from '../connection/statement.js';
import type { LedgerSelection } from '../message-ledger.js';
import { inRange } from '../selection/log-range.js';
import { inBackground } from '../selection/statement-settings.js';
import { earlier, later } from '../selection/time-ranges.js';
import { isEnd, receivedWithin } from './ledger-ends.js';

/** The log positions of the selected messages in one partition, and the positions and receive times of their rows. */
export interface LedgerScope {
  readonly partition: number;
  readonly first: bigint;
  readonly last: bigint;
  readonly firstBlock: bigint;
  readonly lastBlock: bigint;
  readonly firstReceived: bigint;
  readonly lastReceived: bigint;
  readonly retries: bigint;
}

/** A part of the selection that one set of statements compares. */
export interface LedgerPart {
  readonly selection: LedgerSelection;
  readonly scopes: readonly LedgerScope[];
  /** Positions of the selected messages that retry dead letters. */
  readonly retries: readonly { readonly partition: number; readonly position: bigint }[];
  /** For each partition, the position before which every block is stored. */
  readonly committed: readonly bigint[];
}

const NS_PER_MINUTE = 60_000_000_000;
/** The value of `retention_days` if the retention is unknown. */
export const UNKNOWN_RETENTION = 65_535;
const offsetMask = (1n << BigInt(LOG_OFFSET_BITS)) - 1n;
const ns = 'toUnixTimestamp64Nano(received_at)';

/** SQL expression that identifies a span within its message. Span ids are unique within a message. */
const spanKey = 'xxh3(trace_id, span_id)';

/**
 * Minimum number of spans that a retry counts as. Statements list the position of every retry, so a part must not
 * contain many retries.
 */
const WEIGHT_OF_RETRY = 50;

/**
 * Counts the spans of the selected messages by minute. A message counts as at least one span, and a retry as at least
 * `WEIGHT_OF_RETRY` spans.
 */
export function selectLedgerMinutes(selection: LedgerSelection): Statement {
  return sql`
    SELECT intDiv(${ns}, ${NS_PER_MINUTE}) * ${NS_PER_MINUTE} AS minute, sum(greatest(span_count, if(is_retry, ${WEIGHT_OF_RETRY}, 1)))
    FROM message_ledger FINAL WHERE ${isSelected(selection)}
    GROUP BY minute ORDER BY minute SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/** Selects, for each partition, the lowest and highest positions and receive times of the selected messages. */
export function selectLedgerScopes(selection: LedgerSelection): Statement {
  return sql`
    SELECT log_partition, min(log_offset), max(log_offset), min(block_offset), max(block_offset), min(${ns}), max(${ns}), countIf(is_retry)
    FROM message_ledger FINAL WHERE ${isSelected(selection)}
    GROUP BY log_partition ORDER BY log_partition SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/** Selects the positions of the selected messages that retry dead letters. */
export function selectLedgerRetries(selection: LedgerSelection): Statement {
  return sql`
    SELECT log_partition, log_offset FROM message_ledger FINAL
    WHERE ${isSelected(selection)} AND is_retry SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

const sums =
  'sum(accepted), sum(stored), sum(dead_lettered), sum(removed), sum(expired), sum(pending), sum(unaccounted)';

/**
 * Counts the accepted spans in a part, and those of them that are stored. Retries are not counted. If both numbers are
 * equal, the part is balanced. The statement takes a third of the time of `selectLedgerSums`.
 */
export function selectStoredSpans(part: LedgerPart): Statement {
  return sql`
    SELECT sum(accepted), sum(least(accepted, rows)) FROM (
      SELECT sum(spans) AS accepted, sum(stored) AS rows
      FROM (
        SELECT log_partition, ${ns} AS at, span_count AS spans, toUInt64(0) AS stored
        FROM message_ledger FINAL WHERE ${isSelected(part.selection)}
        UNION ALL
        SELECT log_partition, ${ns} AS at, 0, uniqExact(${spanKey}) FROM spans WHERE ${ofPart(part)} GROUP BY log_partition, at
      ) GROUP BY log_partition, at
    ) SETTINGS ${inBackground} FORMAT TabSeparated
  `;
}

/**
 * Sums up the outcomes of the spans in a part. The first row has minute 0 and contains the total. The other rows
 * contain the sums by minute and project.
 */
export function selectLedgerSums(part: LedgerPart, limit: number): Statement {
  return sql`
    SELECT intDiv(received, ${NS_PER_MINUTE}) * ${NS_PER_MINUTE} AS minute, project, ${sums}
    FROM (${balances(part)}) GROUP BY GROUPING SETS ((), (minute, project)) HAVING sum(accepted) > 0
    ORDER BY minute, project LIMIT ${bind('UInt64', limit + 1)}
    SETTINGS ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/** Selects the messages in a part that have spans with an unknown outcome. */
export function selectUnbalanced(part: LedgerPart, limit: number): Statement {
  return sql`
    SELECT log_partition, toString(log_position), project, toString(received),
    accepted, stored, dead_lettered, removed, expired, pending, unaccounted
    FROM (${balances(part)}) WHERE unaccounted > 0
    ORDER BY received, log_partition, log_position LIMIT ${bind('UInt64', limit)}
    SETTINGS ${inBackground} FORMAT JSONCompactEachRow
  `;
}

/**
 * Returns SQL for the outcomes of spans, with one row per combination of partition and receive time. A row covers all
 * messages of the partition that have this receive time. Retried messages have separate rows, which are matched by log
 * position.
 */
function balances(part: LedgerPart): string {
  return oneLine`
    SELECT log_partition, minIf(log_position, log_position > 0) AS log_position, max(project_id) AS project, max(received_ns) AS received,
    sum(spans) AS accepted, least(accepted, sum(rows)) AS stored,
    toInt64(accepted) - toInt64(stored) AS unstored,
    greatest(0, least(unstored, toInt64(sum(gone)))) AS removed, unstored - removed AS kept,
    greatest(0, least(kept, toInt64(sum(dead)))) AS dead_lettered, kept - dead_lettered AS absent,
    if(absent > 0 AND max(is_expired), absent, 0) AS expired,
    if(absent > 0 AND expired = 0 AND max(is_pending), absent, 0) AS pending,
    absent - expired - pending AS unaccounted
    FROM (${accepted(part)} UNION ALL ${stored(part)} UNION ALL ${removed(part)})
    GROUP BY log_partition, at, block HAVING sum(is_message) > 0
  `;
}

/** Returns SQL for the selected messages with the number of dead letters for each. */
function accepted(part: LedgerPart): string {
  const { selection, committed } = part;
  const positions = bind('Array(UInt64)', [...committed, 0n]);
  const isPending = `log_position >= ${positions}[least(log_partition + 1, ${committed.length + 1})] AND log_partition < ${committed.length}`;
  const days = `if(days = ${UNKNOWN_RETENTION}, 1, days)`;
  return oneLine`
    SELECT log_partition, if(retry, 0, received_ns) AS at, if(retry, log_position, 0) AS block, project_id, received_ns, log_position,
    spans, dead, toUInt64(0) AS rows, toUInt64(0) AS gone, ${isPending} AS is_pending,
    days > 0 AND received_ns + toInt64(${days}) * 86400000000000 < toUnixTimestamp64Nano(now64(9)) AS is_expired, 1 AS is_message
    FROM (
      SELECT log_id, log_partition, offset, max(message) AS log_position, max(project) AS project_id, max(received) AS received_ns,
      max(is_sent_again) AS retry, sum(span_count) AS spans, max(retention) AS days, sum(letters) AS dead
      FROM (
        SELECT toString(log_id) AS log_id, log_partition, bitAnd(log_offset, ${offsetMask.toString()}) AS offset, log_offset AS message, toString(project_id) AS project,
        ${ns} AS received, is_retry AS is_sent_again, span_count, retention_days AS retention, 0 AS letters
        FROM message_ledger FINAL WHERE ${isSelected(selection)}
        UNION ALL
        SELECT toString(log_id), log_partition, log_offset, 0, '', 0, false, 0, 0, max(row_count)
        FROM dead_letters WHERE ${hasLetters(part)}
        GROUP BY log_id, log_partition, log_offset, first_row
      ) GROUP BY log_id, log_partition, offset HAVING log_position > 0
    )
  `;
}

/** Returns SQL for the number of distinct stored rows per receive time, or per position for retries. */
function stored(part: LedgerPart): string {
  const isRetry = isAtRetry(part);
  return oneLine`
    SELECT log_partition, if(${isRetry}, 0, ${ns}) AS at, if(${isRetry}, log_offset, 0) AS block, '', 0, 0,
    0, 0, uniqExact(${spanKey}), 0, false, false, 0
    FROM spans WHERE ${ofPart(part)} GROUP BY log_partition, at, block
  `;
}

/**
 * Returns SQL for the number of removed rows. The maximum over the log positions is used: if a message was read again,
 * its rows may have been stored and removed at several positions.
 */
function removed(part: LedgerPart): string {
  const isRetry = isAtRetry(part);
  return oneLine`
    SELECT log_partition, at, block, '', 0, 0, 0, 0, 0, sum(rows_of_trace), false, false, 0
    FROM (
      SELECT log_partition, if(${isRetry}, 0, ${ns}) AS at, if(${isRetry}, log_offset, 0) AS block, max(row_count) AS rows_of_trace
      FROM removed_rows WHERE ${ofPart(part)} GROUP BY log_partition, at, block, project_id, trace_id
    ) GROUP BY log_partition, at, block
  `;
}

/** Returns an SQL condition that is true if a row may belong to a selected message. */
function ofPart({ scopes, retries }: LedgerPart): string {
  const oldest = scopes.map(({ firstReceived }) => firstReceived).reduce(earlier);
  const newest = scopes.map(({ lastReceived }) => lastReceived).reduce(later);
  const times = `received_at BETWEEN ${bindTime(oldest)} AND ${bindTime(newest)}`;
  const partitions = Math.max(...scopes.map(({ partition }) => partition)) + 1;
  const begin = toLogOffset(generationOf(scopes[0]?.firstBlock ?? 0n), 0);
  const from = new Array<bigint>(partitions).fill(begin);
  const to = [...from];
  for (const { partition, firstBlock, lastBlock } of scopes) {
    from[partition] = firstBlock;
    to[partition] = lastBlock + 1n;
  }
  const positions = inRange({ from, to });
  return retries.length === 0
    ? `${positions} AND ${times}`
    : `${positions} AND (${times} OR ${isAtRetry({ retries })})`;
}

function isAtRetry({ retries }: Pick<LedgerPart, 'retries'>) {
  if (retries.length === 0) {
    return 'false';
  }
  const partitions = bind(
    'Array(UInt32)',
    retries.map(({ partition }) => partition),
  );
  const positions = bind(
    'Array(UInt64)',
    retries.map(({ position }) => position),
  );
  return `(log_partition, log_offset) IN (SELECT log_position.1, log_position.2 FROM (SELECT arrayJoin(arrayZip(${partitions}, ${positions})) AS log_position))`;
}

/** Returns an SQL condition that is true if a dead letter may belong to a selected message. */
function hasLetters({ scopes }: LedgerPart): string {
  const offsets = scopes.flatMap(({ first, last }) => [first & offsetMask, last & offsetMask]);
  const isOneLog =
    new Set(scopes.flatMap(({ first, last }) => [generationOf(first), generationOf(last)])).size ===
    1;
  // Offsets from different logs cannot be compared.
  return isOneLog
    ? `log_offset BETWEEN ${bind('UInt64', offsets.reduce(earlier))} AND ${bind('UInt64', offsets.reduce(later))}`
    : 'true';
}

function isSelected(selection: LedgerSelection): string {
  return 'oldest' in selection
    ? `${receivedWithin(selection)} AND NOT ${isEnd}`
    : inRange(selection);
}
