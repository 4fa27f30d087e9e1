import { Readable } from 'node:stream';
import type { Logger } from '@spanhouse/service-runtime';
import type { ClickHouseConfig } from '../clickhouse-config.js';
import {
  type ClickHouseClient,
  createClickHouseClient,
  readAll,
} from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import type { Statement } from '../connection/statement.js';
import { insertSettings } from '../writing/insert-statement.js';

/** A statement may search a whole partition of the table for its rows. */
const STATEMENT_MS = 600_000;

/** Settings of an insert of any size. ClickHouse holds only a part of it in memory. */
const inParts = {
  ...insertSettings,
  deduplicate_insert: 'disable',
  max_insert_block_size: '1000000',
  min_insert_block_size_rows: '1000000',
  min_insert_block_size_bytes: '67108864',
} as const;

/** One of the two stores of a copy. Its calls reject with CLICKHOUSE_UNAVAILABLE (retryable). */
export interface CopyConnection {
  readonly client: ClickHouseClient;
  /** Resolves with the complete answer. */
  read(statement: Statement): Promise<Buffer>;
  /** Inserts rows as one block, once per token. */
  insertOnce(query: string, rows: Buffer, token: string): Promise<void>;
  /** Inserts the rows of an answer of another store. If it fails, some of them may be inserted. */
  insertFrom(source: CopyConnection, select: Statement, insert: string): Promise<void>;
  close(): Promise<void>;
}

export function openCopyConnection(
  config: ClickHouseConfig,
  { logger }: { readonly logger: Logger },
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
        const { stream } = await client.exec({ ...statement, clickhouse_settings: settings });
        return await readAll(stream);
      }),
    insertOnce: (query, rows, token) =>
      attempt('copying', async () => {
        const settings = { ...insertSettings, insert_deduplication_token: token };
        const { stream } = await client.exec({
          query,
          values: Readable.from([rows]),
          clickhouse_settings: settings,
        });
        await readAll(stream);
      }),
    insertFrom: (source, select, insert) =>
      attempt('copying', async () => {
        const rows = await source.client.exec(select);
        const { stream } = await client.exec({
          query: insert,
          values: rows.stream,
          clickhouse_settings: inParts,
        });
        await readAll(stream);
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
