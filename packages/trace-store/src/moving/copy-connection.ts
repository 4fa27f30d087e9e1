import { Readable } from 'node:stream';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import {
  type ClickHouseClient,
  type ClientDependencies,
  createClickHouseClient,
  execute,
} from '../connection/client.js';
import type { Statement } from '../connection/statement.js';
import { insertSettings } from '../writing/insert-statement.js';

/** Time limit of a statement. A statement may have to search a complete partition of the table. */
const STATEMENT_MS = 600_000;

/** Settings for inserts of any size. ClickHouse holds only a part of such an insert in memory. */
const inParts = {
  ...insertSettings,
  deduplicate_insert: 'disable',
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '67108864',
} as const;

/** The source or the target of a copy. Its calls reject with CLICKHOUSE_UNAVAILABLE (retryable). */
export interface CopyConnection {
  readonly client: ClickHouseClient;
  /** Runs a query and resolves with its complete answer. */
  read(statement: Statement): Promise<Buffer>;
  /** Inserts rows as one block. Only one insert per token is stored. */
  insertOnce(query: string, rows: Buffer, token: string): Promise<void>;
  /**
   * Inserts the rows that a query selects from another store. If the call fails, some of the rows may have been
   * inserted.
   */
  insertFrom(source: CopyConnection, select: Statement, insert: string): Promise<void>;
  close(): Promise<void>;
}

export function openCopyConnection(
  config: ClickHouseConfig,
  { logger }: ClientDependencies,
): CopyConnection {
  const client = createClickHouseClient(config, {
    maxOpenConnections: 2,
    database: config.CLICKHOUSE_DATABASE,
    requestTimeoutMs: STATEMENT_MS,
    logger,
  });
  return {
    client,
    read: (statement) =>
      attempt('reading', async () => {
        const settings = { wait_end_of_query: 1 as const };
        return await execute(client, { ...statement, clickhouse_settings: settings });
      }),
    insertOnce: (query, rows, token) =>
      attempt('copying', async () => {
        const settings = { ...insertSettings, insert_deduplication_token: token };
        const values = Readable.from([rows]);
        await execute(client, { query, values, clickhouse_settings: settings });
      }),
    insertFrom: (source, select, insert) =>
      attempt('copying', async () => {
        const rows = await source.client.exec(select);
        const answered = { query: insert, values: rows.stream, clickhouse_settings: inParts };
        await execute(client, answered);
      }),
    close: () => client.close(),
  };
}

async function attempt<Result>(what: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    throw clickhouseUnavailable(`${what} a store failed`, error);
  }
}
