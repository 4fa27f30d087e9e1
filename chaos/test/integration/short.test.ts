import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithBackend } from '../../../packages/service-runtime/src/testing/index.js';
import { createSeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { checkLedger, spanKey } from '../../src/check/check-ledger.js';
import { readBack } from '../../src/check/read-back.js';
import { Ledger } from '../../src/load/ledger.js';
import { Sender } from '../../src/load/sender.js';
import { describeRun, hasKeptPromise } from '../../src/report/describe-run.js';
import { drain, runChaos } from '../../src/run/run-chaos.js';
import { shortLengths } from '../../src/run/run-lengths.js';
import { startEmbeddedSystem } from '../../src/system/embedded-system.js';
import { startServicesSystem } from '../../src/system/services-system.js';

const SEED = 1;

function newDir(): string {
  return mkdtempSync(join(tmpdir(), 'spanhouse-chaos-'));
}

describe('npm run chaos -- --short, embedded', () => {
  it('finds every accepted span exactly once after faults', async () => {
    const dir = newDir();
    const system = await startEmbeddedSystem(dir);
    const report = await runChaos(system, {
      form: 'embedded',
      seed: SEED,
      ...shortLengths.embedded,
    });
    await system.close();
    rmSync(dir, { recursive: true, force: true });

    expect(hasKeptPromise(report) ? 'kept' : describeRun(report)).toBe('kept');
    expect(report.verdict.accepted).toBeGreaterThan(0);
    expect(report.faultReports).toHaveLength(shortLengths.embedded.faults);
  });

  it('reports a span that is dropped from the store, and one that is stored twice', async () => {
    const dir = newDir();
    const system = await startEmbeddedSystem(dir);
    const ledger = new Ledger();
    const sender = new Sender({
      ...system,
      ledger,
      random: createSeededRandom(SEED),
      requestsPerSecond: 1,
    });
    await drain(system, sender);
    const [dropped, doubled] = ledger.entries;
    const sound = checkLedger(ledger.entries, await readBack(system));

    const [store] = system.stores;
    const rowOf = (entry = dropped) => `span_id = unhex('${entry?.spanIds[0]}')`;
    await store?.run(
      `ALTER TABLE {spans} DELETE WHERE ${rowOf(dropped)} SETTINGS mutations_sync = 1`,
    );
    await store?.run(
      `INSERT INTO {spans} SELECT * REPLACE(addMilliseconds(start_time, 1) AS start_time) FROM {spans} WHERE ${rowOf(doubled)}`,
    );
    const broken = checkLedger(ledger.entries, await readBack(system));
    await system.close();
    rmSync(dir, { recursive: true, force: true });

    const keyOf = (entry = dropped) => spanKey(entry?.traceId ?? '', entry?.spanIds[0] ?? '');
    expect(sound).toMatchObject({ lost: [], duplicated: [] });
    expect(broken).toMatchObject({ lost: [keyOf(dropped)], duplicated: [keyOf(doubled)] });
  });
});

describeWithBackend('npm run chaos -- --short, services', 'KAFKA_BROKERS', (kafkaBrokers) => {
  it('finds every accepted span exactly once after faults of separate services on a running broker', async () => {
    const dir = newDir();
    const system = await startServicesSystem({ dir, kafkaBrokers });
    const report = await runChaos(system, {
      form: 'services',
      seed: SEED,
      ...shortLengths.services,
    });
    await system.close();
    rmSync(dir, { recursive: true, force: true });

    expect(hasKeptPromise(report) ? 'kept' : describeRun(report)).toBe('kept');
    expect(report.verdict.accepted).toBeGreaterThan(0);
    expect(report.faultReports).toHaveLength(shortLengths.services.faults);
  });
});
