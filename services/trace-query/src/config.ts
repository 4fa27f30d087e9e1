import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import {
  adminConfigFields,
  authConfigFields,
  httpConfigFields,
  loggingConfigFields,
  queryRateLimitConfigFields,
  type RateLimit,
  shutdownConfigFields,
  tokenSecretConfigFields,
  toRateLimit,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import {
  clickhouseConfigFields,
  traceReaderConfigFields,
} from '@spanhouse/trace-store/clickhouse-config';
import { z } from 'zod';

const MIB = 1024 * 1024;
const MS_PER_DAY = 86_400_000;
const NS_PER_DAY = 86_400_000_000_000n;
const count = z.coerce.number().int().positive();
const countOrZero = z.coerce.number().int().min(0);

/** How reads behave, wherever the query service runs. */
export const queryConfigFields = {
  JSON_BODY_LIMIT_BYTES: count
    .default(16 * MIB)
    .describe('Largest JSON request body, before and after decompression'),
  SPAN_LIMIT_BYTES: count
    .default(8 * MIB)
    .describe('Largest normalised span; a larger one is dropped as span_too_large'),
  QUERY_PAGE_SIZE: count.default(1000).describe('Items of a page when a request names no limit'),
  QUERY_MAX_PAGE_SIZE: count
    .default(10_000)
    .describe('Items of a page at most; a larger limit is clamped'),
  QUERY_LOOK_BACK_DAYS: countOrZero
    .default(0)
    .describe('How far a list looks back when a request names no oldest; 0 = without limit'),
  RECEIPT_WAIT_MS: countOrZero
    .default(5000)
    .describe('How long a read waits for its receipts when a request does not say'),
  RECEIPT_MAX_WAIT_MS: countOrZero
    .default(30_000)
    .describe('Longest a read waits for its receipts; a longer time is clamped'),
  RECEIPT_LIFETIME_MS: count
    .max(30 * MS_PER_DAY)
    .default(MS_PER_DAY)
    .describe('How long a receipt is known after its write; at most 30 days'),
  ...queryRateLimitConfigFields,
  ...adminConfigFields,
};

/** Configuration of the separate process. */
export const traceQueryConfigFields = {
  ...queryConfigFields,
  ...authConfigFields,
  ...authenticatorConfigFields,
  ...tokenSecretConfigFields,
  ...catalogConfigFields,
  ...kafkaConfigFields,
  ...clickhouseConfigFields,
  ...traceReaderConfigFields,
  ...httpConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};

type QueryConfig = {
  readonly [Name in keyof typeof queryConfigFields]: z.output<(typeof queryConfigFields)[Name]>;
};

/** What `createTraceQuery` takes of the configuration. */
export interface QuerySettings {
  readonly bodyLimitBytes: number;
  readonly spanLimitBytes: number;
  readonly defaultLimit: number;
  readonly maxLimit: number;
  readonly lookBackNs: bigint | undefined;
  readonly receiptWaitMs: number;
  readonly receiptMaxWaitMs: number;
  readonly receiptLifetimeMs: number;
  /** Requests of a project; absent = no limit. */
  readonly rateLimit?: RateLimit | undefined;
  /** Absent = nobody gets into the admin routes. */
  readonly adminKey?: string | undefined;
}

export function toQuerySettings(config: QueryConfig): QuerySettings {
  const lookBackDays = BigInt(config.QUERY_LOOK_BACK_DAYS);
  return {
    bodyLimitBytes: config.JSON_BODY_LIMIT_BYTES,
    spanLimitBytes: config.SPAN_LIMIT_BYTES,
    defaultLimit: Math.min(config.QUERY_PAGE_SIZE, config.QUERY_MAX_PAGE_SIZE),
    maxLimit: config.QUERY_MAX_PAGE_SIZE,
    lookBackNs: lookBackDays === 0n ? undefined : lookBackDays * NS_PER_DAY,
    receiptWaitMs: Math.min(config.RECEIPT_WAIT_MS, config.RECEIPT_MAX_WAIT_MS),
    receiptMaxWaitMs: config.RECEIPT_MAX_WAIT_MS,
    receiptLifetimeMs: config.RECEIPT_LIFETIME_MS,
    rateLimit: toRateLimit(config.RATE_LIMIT_QUERY_PER_SECOND, config.RATE_LIMIT_QUERY_BURST),
    adminKey: config.ADMIN_KEY,
  };
}
