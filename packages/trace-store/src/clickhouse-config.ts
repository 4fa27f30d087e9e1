import { z } from 'zod';

/** Database names go into DDL, where nothing can be bound. */
const DATABASE_NAME = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

export const clickhouseConfigFields = {
  CLICKHOUSE_URL: z
    .url({ protocol: /^https?$/ })
    .describe('ClickHouse server, its HTTP address: http://host:8123'),
  CLICKHOUSE_DATABASE: z
    .string()
    .regex(DATABASE_NAME, 'must be letters, digits and underscores')
    .default('spanhouse')
    .describe('Database that holds the spans; the migrations create it'),
  CLICKHOUSE_USER: z.string().default('default').describe('ClickHouse user'),
  CLICKHOUSE_PASSWORD: z.string().default('').describe('Password of the ClickHouse user'),
  CLICKHOUSE_REQUEST_TIMEOUT_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(60_000)
    .describe('Longest time one insert or one migration may take'),
};

/** Beside `clickhouseConfigFields`, for processes that read. */
export const traceReaderConfigFields = {
  QUERY_DEADLINE_MS: z.coerce
    .number()
    .int()
    .positive()
    .default(15_000)
    .describe('Longest time one read may take, all its statements together'),
  QUERY_MAX_MEMORY_BYTES: z.coerce
    .number()
    .int()
    .positive()
    .default(2_147_483_648)
    .describe('Most memory ClickHouse may use for one statement of a read'),
};

export interface ClickHouseConfig {
  readonly CLICKHOUSE_URL: string;
  readonly CLICKHOUSE_DATABASE: string;
  readonly CLICKHOUSE_USER: string;
  readonly CLICKHOUSE_PASSWORD: string;
  readonly CLICKHOUSE_REQUEST_TIMEOUT_MS: number;
}

export interface TraceReaderConfig extends ClickHouseConfig {
  readonly QUERY_DEADLINE_MS: number;
  readonly QUERY_MAX_MEMORY_BYTES: number;
}
