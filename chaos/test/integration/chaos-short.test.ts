import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  describeWithBackend,
  timeLimits,
} from '../../../packages/service-runtime/src/testing/index.js';
import { createSeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { checkLedger, spanKey } from '../../src/check/check-ledger.js';
import { readBack } from '../../src/check/read-back.js';
import { Ledger } from '../../src/load/ledger.js';
import { Sender } from '../../src/load/sender.js';
import { describeRun, hasKeptPromise } from '../../src/report/describe-run.js';
import { type ChaosReport, runChaos } from '../../src/run/run-chaos.js';
import { shortLengths } from '../../src/run/run-lengths.js';
import { drain } from '../../src/run/run-load.js';
import { impossibleFaults, needDisks, startForm } from '../../src/run/start-form.js';
import { drawSchedule, type ScheduleOptions } from '../../src/schedule/draw-schedule.js';
import { startEmbeddedSystem } from '../../src/system/embedded-system.js';
import { startServicesSystem } from '../../src/system/services-system.js';
import type { System } from '../../src/system/system.js';

const SEED = 1;

let system: System;
const dir = mkdtempSync(join(tmpdir(), 'spanhouse-chaos-'));

afterEach(() => system.close());
afterAll(() => rmSync(dir, { recursive: true, force: true }));

function optionsOf(form: 'embedded' | 'services'): ScheduleOptions {
  return { form, seed: SEED, ...shortLengths[form], without: impossibleFaults(form) };
}

function expectKept(report: ChaosReport): void {
  expect(hasKeptPromise(report) ? 'kept' : describeRun(report)).toBe('kept');
  expect(report.verdict.accepted).toBeGreaterThan(0);
  expect(report.faultReports).toHaveLength(report.faults);
}

async function runEmbedded(): Promise<ChaosReport> {
  const options = optionsOf('embedded');
  const hasSmallDisks = needDisks(drawSchedule(options));
  system = await startForm('embedded', { dir: join(dir, 'embedded'), hasSmallDisks });
  return runChaos(system, options);
}

async function runServices(kafkaBrokers: string): Promise<ChaosReport> {
  system = await startServicesSystem({ dir: join(dir, 'services'), kafkaBrokers });
  return runChaos(system, optionsOf('services'));
}

describe('npm run chaos -- --short, embedded', () => {
  it(
    'finds every accepted span exactly once after faults',
    async () => expectKept(await runEmbedded()),
    timeLimits.longTest,
  );

  it('reports a span that is dropped from the store, and one that is stored twice', async () => {
    system = await startEmbeddedSystem({ dir: join(dir, 'broken') });
    const ledger = new Ledger();
    const random = createSeededRandom(SEED);
    const sender = new Sender({ ...system, ledger, random, requestsPerSecond: 1 });
    await drain(system, sender);
    const [dropped, doubled] = ledger.entries.map(({ traceId, spanIds: [spanId = ''] }) => ({
      key: spanKey(traceId, spanId),
      row: `span_id = unhex('${spanId}')`,
    }));
    const sound = checkLedger(ledger.entries, await readBack(system));

    const [store] = system.stores;
    await store?.run(
      `ALTER TABLE {spans} DELETE WHERE ${dropped?.row} SETTINGS mutations_sync = 1`,
    );
    // The copy has a different start time, so that a merge does not remove it as a duplicate.
    const copied = '* REPLACE (start_time + toIntervalSecond(1) AS start_time)';
    await store?.run(`INSERT INTO {spans} SELECT ${copied} FROM {spans} WHERE ${doubled?.row}`);
    const broken = checkLedger(ledger.entries, await readBack(system));

    expect(sound).toMatchObject({ lost: [], duplicated: [] });
    expect(broken).toMatchObject({ lost: [dropped?.key], duplicated: [doubled?.key] });
  });
});

describeWithBackend('npm run chaos -- --short, services', 'KAFKA_BROKERS', (kafkaBrokers) => {
  it(
    'finds every accepted span exactly once after faults of separate services on a running broker',
    async () => expectKept(await runServices(kafkaBrokers)),
    timeLimits.longTest,
  );
});
