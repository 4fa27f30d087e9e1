import { allowedHostsConfigFields } from '@spanhouse/api-kit';
import {
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
} from '@spanhouse/trace-store/clickhouse-config';
import { z } from 'zod';

const count = z.coerce.number().int().positive();
const MEBIBYTE = 1024 * 1024;
/**
 * Maximum age of an open block. It is short because a read with a receipt may wait until the receipt's spans are
 * stored.
 */
const LONGEST_AGE_MS = 1000;

/** Settings for cutting blocks, retrying inserts and limiting memory, in every process that runs the consumer. */
export const batchingConfigFields = {
  BATCH_MAX_SPANS: count.default(40_000).describe('Maximum number of spans in a block'),
  BATCH_MAX_BYTES: count
    .default(48 * MEBIBYTE)
    .describe('Maximum uncompressed size of a block; a larger message becomes a separate block'),
  BATCH_MAX_AGE_MS: count
    .max(LONGEST_AGE_MS)
    .default(500)
    .describe(
      'Maximum time that a block stays open, and minimum time between two blocks of a partition',
    ),
  BATCH_MEMORY_BYTES: count
    .default(64 * MEBIBYTE)
    .describe(
      'Limit of the compressed bytes that are held for all partitions together; above it, no more messages are read',
    ),
  BATCH_RETRY_INITIAL_MS: count.default(100).describe('First pause before an insert is retried'),
  BATCH_RETRY_MAX_MS: count.default(2000).describe('Maximum pause before an insert is retried'),
  BATCH_UNKNOWN_ERROR_GRACE_MS: count
    .default(300_000)
    .describe('Time for which inserts with an unknown error are retried before the consumer stops'),
  BATCH_DRAIN_TIMEOUT_MS: count
    .default(10_000)
    .describe(
      'Time for which a shutdown tries to store open blocks; the remaining blocks stay in the log',
    ),
};

/** Settings for the background work that one consumer does for the whole group. Reads do not wait for it. */
export const upkeepConfigFields = {
  REMOVAL_INTERVAL_MS: count
    .default(300_000)
    .describe('Interval at which the rows of deleted traces are removed; reads never show them'),
  WORD_INDEX_INTERVAL_MS: count
    .default(1_800_000)
    .describe(
      'Interval at which the words of new spans are indexed; until then, searches find them more slowly',
    ),
};

/**
 * Upper bound on SERVICE_GRAPH_WAIT_MS. It also limits the number of spans that a consumer must read again when it
 * takes over the counting.
 */
const LONGEST_WAIT_MS = 300_000;

/** Settings for the span metrics. */
export const countingConfigFields = {
  ...spanMetricsConfigFields,
  SPAN_METRICS_MAX_SERIES: count
    .default(2000)
    .describe(
      'Maximum number of label sets of each span metric in a project; further label sets are counted under __cardinality_overflow__',
    ),
  SERVICE_GRAPH_WAIT_MS: count
    .max(LONGEST_WAIT_MS)
    .default(10_000)
    .describe('Time that one side of a call waits for the span of the other side'),
  SERVICE_GRAPH_NAMESPACES: z
    .stringbool()
    .default(false)
    .describe('Adds the namespaces of both services as labels to the edges of the service graph'),
};

/** All settings of the standalone consumer process. */
export const consumerConfigFields = {
  ...batchingConfigFields,
  ...upkeepConfigFields,
  ...countingConfigFields,
  ...kafkaConfigFields,
  ...clickhouseConfigFields,
  ...clickhouseClusterConfigFields,
  ...httpConfigFields,
  ...allowedHostsConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};
