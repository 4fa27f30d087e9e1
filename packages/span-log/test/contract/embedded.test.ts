import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger, systemClock } from '@spanhouse/service-runtime';
import {
  type EmbeddedSpanLog,
  type EmbeddedSpanLogOptions,
  openEmbeddedSpanLog,
} from '../../src/embedded/embedded-span-log.js';
import { describeSpanLogContract, type SpanLogUnderTest } from './span-log-contract.js';

const mebibyte = 1024 * 1024;
const directories: string[] = [];

const makeDirectory = (): string => {
  const directory = mkdtempSync(join(tmpdir(), 'span-log-'));
  directories.push(directory);
  return directory;
};

const optionsFor = (path: string): EmbeddedSpanLogOptions => ({
  path,
  partitions: 3,
  maxBytes: 512 * mebibyte,
  minFreeBytes: 0,
  maxInFlightBytes: 64 * mebibyte,
  generationForNewLog: () => Promise.resolve(4),
  clock: systemClock,
  logger: createLogger({ level: 'silent', service: 'test' }),
});

const underTest = async (path: string): Promise<SpanLogUnderTest> => {
  const log: EmbeddedSpanLog = await openEmbeddedSpanLog(optionsFor(path));
  return {
    ...log,
    listDeadLetters: async () => log.listDeadLetters({ limit: 100 }),
    rebalance: (listener) => log.subscription.start(listener),
    reopen: async () => {
      await log.close();
      return underTest(path);
    },
  };
};

afterAll(() => {
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});

describeSpanLogContract('embedded', () => underTest(makeDirectory()));
