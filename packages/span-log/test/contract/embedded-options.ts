import { createLogger, systemClock } from '@spanhouse/service-runtime';
import type { EmbeddedSpanLogOptions } from '../../src/embedded/embedded-span-log.js';

export const mebibyte = 1024 * 1024;

export const embeddedOptions = (
  path: string,
  overrides: Partial<EmbeddedSpanLogOptions> = {},
): EmbeddedSpanLogOptions => ({
  path,
  partitions: 3,
  maxBytes: 512 * mebibyte,
  minFreeBytes: 0,
  maxInFlightBytes: 64 * mebibyte,
  generationForNewLog: () => Promise.resolve(4),
  clock: systemClock,
  logger: createLogger({ level: 'silent', service: 'test' }),
  ...overrides,
});
