import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { tableRows } from '../connection/answer-rows.js';
import { createClickHouseClient } from '../connection/clickhouse-client.js';
import { ClickHouseSpanWriter } from '../writing/clickhouse-span-writer.js';
import { type CopyConnection, openCopyConnection } from './copy-connection.js';
import type { CopyProgress } from './copy-progress.js';
import { copySpans } from './copy-spans.js';
import { countFromGeneration } from './copy-statements.js';
import { copyTable, otherTables } from './copy-tables.js';

/** Rows that expire within this time are not copied. */
const EXPIRY_NS = 600_000_000_000n;

export interface CopyStoreOptions {
  readonly source: ClickHouseConfig;
  /** MUST be migrated. No consumer may write to it before the copy is complete. */
  readonly target: ClickHouseConfig;
  /** Differs for each copy. */
  readonly copyId: string;
  /**
   * Everything of earlier generations of the log is copied. Nothing but removals may change these rows during the copy.
   */
  readonly endGeneration: number;
  readonly progress: CopyProgress;
  /** Makes the progress durable. The next call begins with the last saved progress. */
  readonly save: (progress: CopyProgress) => Promise<void>;
  readonly onRows?: (copied: number, all: number) => void;
  /** The rows of a range. Default: 50,000. */
  readonly maxRows?: number;
  readonly clock: Pick<Clock, 'nowNs' | 'monotonicMs'>;
  readonly logger: Logger;
}

/**
 * Copies the rows of earlier logs from one store to another: spans, deletes, the ledger and sums of spans. Rows keep
 * their log position and time of receipt, so the target continues with the same log.
 *
 * - MAY be interrupted at any time and called again. Every row is stored once; each range of rows is counted.
 * - Rejects with TARGET_IN_USE if the target has other rows, COPY_FAILED if rows cannot be found after their insert,
 *   and CLICKHOUSE_UNAVAILABLE (retryable).
 */
export async function copyStore(options: CopyStoreOptions): Promise<void> {
  const { logger, endGeneration, clock, save, onRows, copyId, maxRows } = options;
  const source = openCopyConnection(options.source, { logger });
  const target = openCopyConnection(options.target, { logger });
  const writer = openWriter(options.target, { logger, clock });
  const rows = () => ({ endGeneration, expiryNs: clock.nowNs() + EXPIRY_NS });
  try {
    await requireUnused(target, options.progress.isBegun ? endGeneration : 0);
    const begun = { ...options.progress, isBegun: true };
    await save(begun);
    let progress = await copySpans({ source, target, copyId, rows, save, onRows, maxRows }, begun);
    for (const table of otherTables.filter((name) => !begun.tables.includes(name))) {
      await copyTable({ source, target, writer, copyId, rows: rows() }, table);
      progress = { ...progress, tables: [...progress.tables, table] };
      await save(progress);
    }
    await requireUnused(target, endGeneration);
    await save({ ...progress, isComplete: true });
  } finally {
    await Promise.all([source.close(), target.close(), writer.close()]);
  }
}

/** Rejects with TARGET_IN_USE unless a migrated store is empty. */
export async function requireEmptyStore(
  config: ClickHouseConfig,
  { logger }: { readonly logger: Logger },
): Promise<void> {
  const connection = openCopyConnection(config, { logger });
  await requireUnused(connection, 0).finally(() => connection.close());
}

/**
 * Rejects if a consumer has written anything of this or a later generation: a repeated step would miss or duplicate it.
 */
async function requireUnused(target: CopyConnection, generation: number): Promise<void> {
  const [[count] = []] = tableRows(await target.read(countFromGeneration(generation)));
  if (count !== '0') {
    const what =
      generation === 0
        ? 'it has rows already'
        : 'a consumer has written to it before the copy was complete';
    const advice =
      'undo the promotion, delete the topic and the databases of the target, and begin again';
    throw new AppError(
      'TARGET_IN_USE',
      `the ClickHouse of the target cannot be used: ${what}; ${advice}`,
    );
  }
}

function openWriter(
  config: ClickHouseConfig,
  { logger, clock }: Pick<CopyStoreOptions, 'logger' | 'clock'>,
): ClickHouseSpanWriter {
  const database = config.CLICKHOUSE_DATABASE;
  const client = createClickHouseClient(config, { maxOpenConnections: 1, database, logger });
  return new ClickHouseSpanWriter(client, {
    requestTimeoutMs: config.CLICKHOUSE_REQUEST_TIMEOUT_MS,
    clock,
  });
}
