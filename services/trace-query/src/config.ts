import {
  adminConfigFields,
  authConfigFields,
  queryRateLimitConfigFields,
  tokenSecretConfigFields,
  toRateLimit,
} from '@spanhouse/api-kit';
import { authenticatorConfigFields, catalogConfigFields } from '@spanhouse/catalog';
import {
  type Config,
  httpConfigFields,
  loggingConfigFields,
  shutdownConfigFields,
  tracingConfigFields,
} from '@spanhouse/service-runtime';
import { kafkaConfigFields } from '@spanhouse/span-log/kafka-config';
import {
  clickhouseClusterConfigFields,
  clickhouseConfigFields,
  spanMetricsConfigFields,
  traceReaderConfigFields,
} from '@spanhouse/trace-store/clickhouse-config';
import { z } from 'zod';
import { frontDoorConfigFields, toFrontDoorSettings } from './front-doors/front-door-config.js';
import type { ServiceFacts } from './project/service-facts.js';

const MIB = 1024 * 1024;
const MS_PER_DAY = 86_400_000;
const NS_PER_DAY = 86_400_000_000_000n;
const count = z.coerce.number().int().positive();
const countOrZero = z.coerce.number().int().min(0);

const address = z.url({ protocol: /^https?$/ }).optional();

/**
 * Public addresses of the services. Set them if clients do not use the addresses of the listeners, for example behind a
 * proxy or in a cluster.
 */
const publicAddressFields = {
  PUBLIC_INGEST_URL: address.describe(
    'Address to which clients send spans as JSON; shown on the start page',
  ),
  PUBLIC_OTLP_URL: address.describe(
    'Address to which OTLP/HTTP exporters send; shown on the start page',
  ),
  PUBLIC_OTLP_GRPC_URL: address.describe(
    'Address to which OTLP/gRPC exporters send; shown on the start page',
  ),
};

/** Settings for reads that the separate process and the all-in-one process share. */
export const queryConfigFields = {
  JSON_BODY_LIMIT_BYTES: count
    .default(16 * MIB)
    .describe('Maximum size of a JSON request body, before and after decompression'),
  SPAN_LIMIT_BYTES: count
    .default(8 * MIB)
    .describe('Maximum size of a normalised span; a larger span is dropped as span_too_large'),
  QUERY_PAGE_SIZE: count
    .default(1000)
    .describe('Number of items per page if a request has no limit'),
  QUERY_MAX_PAGE_SIZE: count
    .default(10_000)
    .describe('Maximum number of items per page; a larger limit is reduced to it'),
  QUERY_LOOK_BACK_DAYS: countOrZero
    .default(0)
    .describe('Number of days that a list covers if a request has no oldest; 0 = no limit'),
  RECEIPT_WAIT_MS: countOrZero
    .default(5000)
    .describe('Time in ms that a read waits for its receipts if the request has no timeout'),
  RECEIPT_MAX_WAIT_MS: countOrZero
    .default(30_000)
    .describe(
      'Maximum time in ms that a read waits for its receipts; a longer timeout is reduced to it',
    ),
  RECEIPT_LIFETIME_MS: count
    .max(30 * MS_PER_DAY)
    .default(MS_PER_DAY)
    .describe('Time in ms for which a receipt is valid after its write; at most 30 days'),
  QUERY_MAX_HELD_BYTES: count
    .default(256 * MIB)
    .describe(
      'Limit of the bytes of answers in memory that clients have not read yet. Above it, reads wait and then get 503, or 429 if their project is above its share',
    ),
  WEB_UI: z.stringbool().default(true).describe('Serves the web interface under /ui'),
  MCP: z
    .stringbool()
    .default(true)
    .describe('Serves /mcp, through which models can read (Model Context Protocol)'),
  ...frontDoorConfigFields,
  ...spanMetricsConfigFields,
  ...publicAddressFields,
  ...queryRateLimitConfigFields,
  ...adminConfigFields,
};

/** All settings for a query service that runs as a separate process. */
export const traceQueryConfigFields = {
  ...queryConfigFields,
  ...authConfigFields,
  ...authenticatorConfigFields,
  ...tokenSecretConfigFields,
  ...catalogConfigFields,
  ...kafkaConfigFields,
  ...clickhouseConfigFields,
  ...clickhouseClusterConfigFields,
  ...traceReaderConfigFields,
  ...httpConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};

/** The settings for `createTraceQuery`. */
export type QuerySettings = Readonly<ReturnType<typeof toQuerySettings>>;

/** Hosts and origins that belong to this service. */
export type PageSettings = Partial<
  Pick<Config<typeof authConfigFields>, 'ALLOWED_HOSTS' | 'CORS_ALLOWED_ORIGINS'>
>;

export function toQuerySettings(config: Config<typeof queryConfigFields> & PageSettings) {
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
    /** True if the web interface is served under /ui. */
    servesUi: config.WEB_UI,
    /** Hosts and origins of pages that may use the model tools under /mcp; undefined if the tools are not served. */
    mcp: config.MCP ? pageSettingsOf(config) : undefined,
    frontDoors: toFrontDoorSettings(config),
    /** True if the span metrics are served under /span-metrics. */
    servesSpanMetrics: config.SPAN_METRICS,
    /** Maximum total size of the answers that clients have not received yet. */
    heldBytes: config.QUERY_MAX_HELD_BYTES,
    /** Rate limit for the requests of each project; undefined means no limit. */
    rateLimit: toRateLimit(config.RATE_LIMIT_QUERY_PER_SECOND, config.RATE_LIMIT_QUERY_BURST),
    /** The accepted admin keys. Without a key, the admin routes refuse all callers. */
    adminKeys: config.ADMIN_KEY,
  };
}

function pageSettingsOf({ ALLOWED_HOSTS, CORS_ALLOWED_ORIGINS }: PageSettings): PageSettings {
  return { ALLOWED_HOSTS, CORS_ALLOWED_ORIGINS };
}

type FactSettings = Pick<
  Config<typeof traceQueryConfigFields>,
  'AUTH_MODE' | 'QUERY_DEADLINE_MS' | keyof typeof publicAddressFields
>;

/** Returns the facts that `GET /project` shows for a service with these settings. */
export function toServiceFacts(config: FactSettings): ServiceFacts {
  return {
    authMode: config.AUTH_MODE,
    deadlineMs: config.QUERY_DEADLINE_MS,
    ingest: {
      json: config.PUBLIC_INGEST_URL,
      otlpHttp: config.PUBLIC_OTLP_URL,
      otlpGrpc: config.PUBLIC_OTLP_GRPC_URL,
    },
  };
}
