import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import { createSeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { checkLedger, type Verdict } from '../check/check-ledger.js';
import { readBack, untilVisible } from '../check/read-back.js';
import { Ledger, type Outcome } from '../load/ledger.js';
import { Sender } from '../load/sender.js';
import { drawSchedule, type Fault, type ScheduleOptions } from '../schedule/draw-schedule.js';
import { kindOf } from '../schedule/fault-kinds.js';
import type { System } from '../system/system.js';
import { type FaultReport, runFaults } from './run-faults.js';

export interface ChaosReport extends ScheduleOptions {
  readonly faultReports: readonly FaultReport[];
  /** The outcomes of all attempts, deletes and refused bodies included. */
  readonly answers: Readonly<Record<Outcome, number>>;
  /** Answers that did not say what became of each span. */
  readonly complaints: readonly string[];
  readonly verdict: Verdict;
}

const REQUESTS_PER_SECOND = 20;
const LAST_TRACES = 64;

/** Runs one load with the faults that the seed draws, and compares at the end what was sent with what is found. */
export async function runChaos(system: System, options: ScheduleOptions): Promise<ChaosReport> {
  const ledger = new Ledger();
  const schedule = drawSchedule(options);
  const sender = new Sender({
    ...system,
    ledger,
    random: createSeededRandom(options.seed),
    requestsPerSecond: REQUESTS_PER_SECOND,
    hasEdits: isOrderKept(system, schedule),
  });
  sender.start();
  let faultReports: readonly FaultReport[];
  try {
    faultReports = await runFaults(system, schedule, sender);
  } finally {
    await sender.stop(timeLimits.effect);
  }
  await drain(system, sender);
  return {
    ...options,
    faultReports,
    answers: sender.answers.counts,
    complaints: sender.answers.complaints,
    verdict: checkLedger(ledger.entries, await readBack(system)),
  };
}

/** While the clock of one of several gateways is wrong, it is not promised which of two versions counts. */
function isOrderKept({ gateways }: System, schedule: readonly Fault[]): boolean {
  return gateways.length === 1 || !schedule.some(({ name }) => kindOf(name).disordersVersions);
}

/** Waits until the store has everything that was accepted: what is written last is behind it in every partition. */
export async function drain({ query }: System, sender: Sender): Promise<void> {
  const signal = AbortSignal.timeout(timeLimits.effect);
  const receipt = await sender.writeTraces(LAST_TRACES, signal);
  if (receipt === undefined || !(await untilVisible(query, receipt, signal))) {
    throw new Error(`the last writes are not visible after ${timeLimits.effect} ms`);
  }
}
