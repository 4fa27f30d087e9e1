import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedSpanLog, openEmbeddedSpanLog } from '../../src/embedded/embedded-span-log.js';
import { embeddedOptions } from './embedded-options.js';
import { describeSpanLogContract } from './span-log-contract.js';
import type { SpanLogUnderTest } from './span-log-under-test.js';

const directories: string[] = [];

function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'span-log-'));
  directories.push(directory);
  return directory;
}

async function underTest(path: string): Promise<SpanLogUnderTest> {
  const log: EmbeddedSpanLog = await openEmbeddedSpanLog(embeddedOptions(path));
  return {
    ...log,
    reader: log.deadLetters,
    rebalance: (listener) => log.subscription.start(listener),
    reopen: async () => {
      await log.close();
      return underTest(path);
    },
  };
}

afterAll(() => {
  for (const directory of directories) {
    rmSync(directory, { recursive: true, force: true });
  }
});

describeSpanLogContract('embedded', () => underTest(makeDirectory()));
