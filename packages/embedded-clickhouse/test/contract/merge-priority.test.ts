import { mkdtempSync, rmSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '@spanhouse/service-runtime';
import { createSilentLogger } from '@spanhouse/service-runtime/testing';
import { type EmbeddedClickHouse, startEmbeddedClickHouse } from '../../src/index.js';
import { mergeThreads } from '../../src/merge-priority.js';
import { ask } from '../../src/testing/index.js';

const createTable = 'CREATE DATABASE d; CREATE TABLE d.t (n UInt64) ENGINE = MergeTree ORDER BY n';

let dataDir = '';
let clickHouse: EmbeddedClickHouse;

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'merge-priority-'));
  clickHouse = await startEmbeddedClickHouse({ dataDir, logger: createSilentLogger() });
});

afterEach(async () => {
  await clickHouse.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Waits for a server with a process id other than `before`. Returns the lowered priorities of its merge threads. */
async function mergePriorities(before?: number): Promise<ReadonlySet<number>> {
  for (;;) {
    const pid = clickHouse.pid();
    if (pid !== undefined && pid !== before) {
      const priorities = new Set(mergeThreads(pid).map(getPriority));
      if (priorities.size > 0 && !priorities.has(getPriority(pid))) {
        return priorities;
      }
    }
    await systemClock.sleep(10);
  }
}

describe('startEmbeddedClickHouse', () => {
  it('gives merges a lower priority than inserts and reads, also after a restart', async () => {
    const expected = new Set([getPriority() + 5]);
    for (const query of createTable.split('; ')) {
      await ask(clickHouse, query);
    }

    expect(await mergePriorities()).toEqual(expected);

    const killed = clickHouse.pid();
    if (killed !== undefined) {
      process.kill(killed, 'SIGKILL');
    }

    expect(await mergePriorities(killed)).toEqual(expected);
  });
});
