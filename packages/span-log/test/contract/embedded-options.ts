import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, systemClock } from '@spanhouse/service-runtime';
import type { EmbeddedSpanLogOptions } from '../../src/embedded/embedded-span-log.js';

export const MEBIBYTE = 1024 * 1024;

export function embeddedOptions(
  path: string,
  overrides: Partial<EmbeddedSpanLogOptions> = {},
): EmbeddedSpanLogOptions {
  return {
    path,
    partitions: 3,
    maxBytes: 512 * MEBIBYTE,
    minFreeBytes: 0,
    maxInFlightBytes: 64 * MEBIBYTE,
    deadLetters: { maxBytes: MEBIBYTE, maxAgeMs: 86_400_000 },
    generationForNewLog: () => Promise.resolve(4),
    clock: systemClock,
    logger: createLogger({ level: 'silent', service: 'test' }),
    ...overrides,
  };
}

/** Returns a function that creates directories. They are removed at the end of the suite. */
export function useDirectories(): () => string {
  const directories: string[] = [];
  afterAll(() => {
    for (const directory of directories) {
      rmSync(directory, { recursive: true, force: true });
    }
  });
  return () => {
    const directory = mkdtempSync(join(tmpdir(), 'span-log-'));
    directories.push(directory);
    return directory;
  };
}
