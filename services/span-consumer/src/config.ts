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
} from '@spanhouse/trace-store/clickhouse-config';
import { z } from 'zod';

const count = z.coerce.number().int().positive();
const MEBIBYTE = 1024 * 1024;
/** A read waits for the spans it must see; a block that is open longer would be felt. */
const LONGEST_AGE_MS = 1000;

/** How blocks are cut, repeated and bounded, wherever the consumer runs. */
export const batchingConfigFields = {
  BATCH_MAX_SPANS: count.default(40_000).describe('Spans of a block at most'),
  BATCH_MAX_BYTES: count
    .default(48 * MEBIBYTE)
    .describe(
      'Uncompressed bytes of a block at most; a single larger message is a block of its own',
    ),
  BATCH_MAX_AGE_MS: count
    .max(LONGEST_AGE_MS)
    .default(500)
    .describe(
      'Longest time a block stays open, and shortest time between two blocks of a partition',
    ),
  BATCH_MEMORY_BYTES: count
    .default(64 * MEBIBYTE)
    .describe('Compressed bytes held over all partitions; above it the log is held back'),
  BATCH_RETRY_INITIAL_MS: count.default(100).describe('First pause before an insert is repeated'),
  BATCH_RETRY_MAX_MS: count.default(10_000).describe('Longest pause before an insert is repeated'),
  BATCH_UNKNOWN_ERROR_GRACE_MS: count
    .default(300_000)
    .describe('How long an insert error nobody knows is repeated before the consumer stops'),
  BATCH_DRAIN_TIMEOUT_MS: count
    .default(10_000)
    .describe('How long a shutdown tries to store what is open; the rest stays in the log'),
};

/** How what was deleted is removed; reads leave it out at once. */
export const removalConfigFields = {
  REMOVAL_INTERVAL_MS: count
    .default(300_000)
    .describe('How often the rows of deleted traces are removed; reads never show them'),
};

/** Configuration of the separate process. */
export const consumerConfigFields = {
  ...batchingConfigFields,
  ...removalConfigFields,
  ...kafkaConfigFields,
  ...clickhouseConfigFields,
  ...clickhouseClusterConfigFields,
  ...httpConfigFields,
  ...loggingConfigFields,
  ...shutdownConfigFields,
  ...tracingConfigFields,
};
