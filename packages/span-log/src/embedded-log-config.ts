import { z } from 'zod';

const MEBIBYTE = 1024 * 1024;
const bytes = z.coerce.number().int().positive();

/** Settings for the log that is embedded in a process. */
export const embeddedLogConfigFields = {
  LOG_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe(
      'Number of partitions of the embedded log when it is created; each partition is inserted separately',
    ),
  LOG_MAX_BYTES: bytes
    .min(16 * MEBIBYTE)
    .default(8 * 1024 * MEBIBYTE)
    .describe('Size at which the embedded log accepts no more spans until some are stored'),
  LOG_MIN_FREE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256 * MEBIBYTE)
    .describe('Free disk space below which the embedded log accepts no more spans'),
  LOG_DEAD_LETTER_MAX_BYTES: bytes
    .default(64 * MEBIBYTE)
    .describe(
      'Size of the dead letters in the embedded log above which the oldest letters are removed',
    ),
  LOG_DEAD_LETTER_MAX_AGE_DAYS: z.coerce
    .number()
    .int()
    .min(1)
    .default(90)
    .describe('Age at which the embedded log removes dead letters'),
  LOG_MAX_IN_FLIGHT_BYTES: bytes
    .default(64 * MEBIBYTE)
    .describe(
      'Limit of the uncompressed bytes that the embedded log holds before they are on disk',
    ),
};
