import type { Config } from '@spanhouse/service-runtime';
import { z } from 'zod';

const mebibyte = 1024 * 1024;
const bytes = z.coerce.number().int().positive();

export const embeddedLogConfigFields = {
  LOG_PARTITIONS: z.coerce
    .number()
    .int()
    .min(1)
    .max(64)
    .default(1)
    .describe('Partitions of the embedded log when it is made; each is inserted on its own'),
  LOG_MAX_BYTES: bytes
    .min(16 * mebibyte)
    .default(8 * 1024 * mebibyte)
    .describe('Size of the embedded log at which it takes no more spans until some are stored'),
  LOG_MIN_FREE_BYTES: z.coerce
    .number()
    .int()
    .min(0)
    .default(256 * mebibyte)
    .describe('Free space of its disk below which the embedded log takes no more spans'),
  LOG_MAX_IN_FLIGHT_BYTES: bytes
    .default(64 * mebibyte)
    .describe('Uncompressed bytes the embedded log holds before they are on disk'),
};

export type EmbeddedLogConfig = Config<typeof embeddedLogConfigFields>;
