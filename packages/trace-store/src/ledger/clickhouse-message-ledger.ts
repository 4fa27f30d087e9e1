import { formatTimestamp } from '@spanhouse/span-schema';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import {
  type ClickHouseClient,
  type ClientDependencies,
  openClient,
} from '../connection/client.js';
import type { LedgerEntry, MessageLedger } from '../message-ledger.js';
import { UNKNOWN_RETENTION } from './ledger-statements.js';

interface Waiting {
  readonly entries: readonly LedgerEntry[];
  readonly signal: AbortSignal | undefined;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

/**
 * Creates the ledger. No connection opens before the first call. Inserts run one at a time; entries that arrive during
 * an insert are combined in the next one.
 */
export function createMessageLedger(
  config: ClickHouseConfig,
  dependencies: ClientDependencies,
): MessageLedger {
  const client = openClient(config, 1, dependencies);
  let waiting: Waiting[] = [];
  let running: Promise<void> | undefined;

  async function run(): Promise<void> {
    await Promise.resolve(); // entries from the same turn of the event loop share the first insert
    while (waiting.length > 0) {
      const group = waiting;
      waiting = [];
      try {
        await insert(client, group);
        for (const { resolve } of group) {
          resolve();
        }
      } catch (error) {
        for (const { reject } of group) {
          reject(error);
        }
      }
    }
    running = undefined;
  }

  return {
    enter: (entries, signal) =>
      new Promise((resolve, reject) => {
        waiting.push({ entries, signal, resolve, reject });
        running ??= run();
      }),
    async close() {
      await running;
      await client.close();
    },
  };
}

/**
 * Inserts the entries of all waiting callers. If one caller aborts the insert, it fails for all callers, and the others
 * retry.
 */
async function insert(client: ClickHouseClient, group: readonly Waiting[]): Promise<void> {
  const signal = AbortSignal.any(group.flatMap((each) => each.signal ?? []));
  try {
    signal.throwIfAborted(); // the client does not check whether the signal has already aborted
    await client.insert({
      table: 'message_ledger',
      columns,
      values: group.flatMap(({ entries }) => entries.map(toRow)),
      format: 'JSONCompactEachRow',
      abort_signal: signal,
      clickhouse_settings: { async_insert: 0, wait_end_of_query: 1 },
    });
  } catch (cause) {
    // Every failure is retryable. If the caller committed the offset now, the accepted spans would be missing from the
    // ledger.
    throw clickhouseUnavailable('messages cannot be entered into the ledger', cause);
  }
}

const columns: [string, ...string[]] = [
  'log_id',
  'log_partition',
  'log_offset',
  'block_offset',
  'project_id',
  'received_at',
  'is_retry',
  'span_count',
  'retention_days',
  'writer',
  'number',
];

function toRow(entry: LedgerEntry): readonly unknown[] {
  const { logId, logPartition, logOffset, blockOffset, projectId, isRetry, origin } = entry;
  return [
    logId,
    logPartition,
    String(logOffset),
    String(blockOffset),
    projectId,
    formatTimestamp(entry.receivedAt),
    isRetry,
    entry.spanCount,
    entry.retentionDays ?? UNKNOWN_RETENTION,
    origin?.writer ?? '',
    origin?.number ?? 0,
  ];
}
