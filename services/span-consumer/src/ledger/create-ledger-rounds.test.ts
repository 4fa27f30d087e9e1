import { FakeClock } from '@spanhouse/service-runtime/testing';
import { emptyBalance, FakeLedgerAudit, noSums } from '@spanhouse/trace-store/testing';
import { Registry } from 'prom-client';
import { createLedgerRounds } from './ledger-rounds.js';

const { signal } = new AbortController();

/** Starts one process of a group. All processes of the group share a store and a log. */
function startProcess(audit: FakeLedgerAudit, offsets: readonly number[]) {
  const registry = new Registry();
  const state = { isInCharge: true };
  const rounds = createLedgerRounds(
    { audit, offsets: { generation: 1, read: () => Promise.resolve(offsets) } },
    { clock: new FakeClock(), registry, isInCharge: () => state.isInCharge },
  );
  const shown = async (name: string) =>
    (await registry.getSingleMetric(name)?.get())?.values.map(({ value }) => value);
  return {
    state,
    run: () => rounds?.run(signal),
    unaccounted: () => shown('spanhouse_spans_unaccounted'),
    uncompared: () => shown('spanhouse_ledger_uncompared_messages'),
    limits: () => shown('spanhouse_ledger_round_limits_total'),
  };
}

function auditThatMisses(spans: number): FakeLedgerAudit {
  const audit = new FakeLedgerAudit();
  audit.answer = (selection) =>
    'oldest' in selection && selection.oldest === new FakeClock().nowNs()
      ? {
          ...emptyBalance,
          sums: { ...noSums, unaccounted: spans },
          unbalanced: [
            {
              ...noSums,
              unaccounted: spans,
              logPartition: 0,
              logOffset: 1n,
              projectId: 'p',
              receivedAt: selection.oldest,
            },
          ],
        }
      : emptyBalance;
  return audit;
}

describe('spanhouse_spans_unaccounted', () => {
  it('is absent until the first round of a process, so that a restart never reports 0', async () => {
    const audit = auditThatMisses(3);
    const before = startProcess(audit, [10]);
    await before.run();

    const after = startProcess(audit, [10]);
    const atStart = await after.unaccounted();
    await after.run();

    expect([await before.unaccounted(), atStart, await after.unaccounted()]).toEqual([
      [3],
      [],
      [3],
    ]);
  });

  it('keeps its last value while the store does not answer', async () => {
    const audit = auditThatMisses(3);
    const process = startProcess(audit, [10]);
    await process.run();
    audit.enteredOf = () => {
      throw new Error('away');
    };

    await expect(process.run()).rejects.toThrow('away');

    expect(await process.unaccounted()).toEqual([3]);
  });

  it('is absent in a process that is no longer in charge, and restarts when the process is in charge again', async () => {
    const audit = auditThatMisses(3);
    const process = startProcess(audit, [10]);
    await process.run();
    process.state.isInCharge = false;
    const absent = await process.unaccounted();
    process.state.isInCharge = true;
    audit.answer = () => emptyBalance;
    const again = await process.unaccounted();
    audit.asked.length = 0;
    await process.run();

    expect([absent, again, await process.unaccounted()]).toEqual([[], [], [0]]);
    expect(audit.asked).toHaveLength(13);
  });

  it('is reported with the work left to the next round, and the number of such rounds', async () => {
    const offsets = [10];
    const process = startProcess(new FakeLedgerAudit(), offsets);
    await process.run();
    const atFirst = [await process.uncompared(), await process.limits()];
    offsets[0] = 1_000_020;
    await process.run();

    expect(atFirst).toEqual([[0], [0, 0, 0]]);
    expect([await process.uncompared(), await process.limits()]).toEqual([[10], [1, 0, 0]]);
  });

  it('is not shown if nothing is compared', () => {
    const registry = new Registry();
    const dependencies = { clock: new FakeClock(), registry, isInCharge: () => true };

    expect(createLedgerRounds(undefined, dependencies)).toBeUndefined();
    expect(registry.getMetricsAsArray()).toEqual([]);
  });
});
