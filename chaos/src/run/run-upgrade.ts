import { setTimeout as delay } from 'node:timers/promises';
import { Reader } from '../load/reader.js';
import type { Sender } from '../load/sender.js';
import type { Form } from '../schedule/fault-kinds.js';
import { repository } from '../system/service-process.js';
import type { System } from '../system/system.js';
import { recover } from './run-faults.js';
import { type LoadReport, runLoad } from './run-load.js';

/** The effects of one step of an upgrade. Times are in milliseconds. */
export interface UpgradeStep {
  readonly title: string;
  readonly tookMs: number;
  /**
   * The time from the end of the step until a read saw a later write. It is undefined if the recovery took too long.
   */
  readonly recoveryMs: number | undefined;
  /** The longest time without an accepted write, and the longest time without an answered read. */
  readonly stallMs: number;
  readonly silenceMs: number;
}

export interface UpgradeReport extends LoadReport {
  readonly form: Form;
  readonly seed: number;
  readonly steps: readonly UpgradeStep[];
  readonly migrations: readonly string[];
  /** The number of reads that no query service answered. */
  readonly unansweredReads: number;
}

const REQUESTS_PER_SECOND = 20;
const PAUSE_MS = 3000;

/**
 * Under load, replaces the processes of another build with processes of this build, in the order of
 * docs/operations/upgrade.md.
 */
export async function runUpgrade(
  system: System,
  options: Pick<UpgradeReport, 'form' | 'seed' | 'migrations'>,
): Promise<UpgradeReport> {
  const queries = system.programs.filter(
    ({ service }) => service === 'trace-query' || service === 'all-in-one',
  );
  const reader = new Reader(queries.map(({ url }) => url));
  reader.start();
  try {
    const load = { seed: options.seed, requestsPerSecond: REQUESTS_PER_SECOND };
    const { result: steps, ...found } = await runLoad(system, load, (sender) =>
      upgrade(system, sender, reader),
    );
    return { ...options, ...found, steps, unansweredReads: reader.unanswered };
  } finally {
    await reader.stop();
  }
}

async function upgrade(
  system: System,
  sender: Sender,
  reader: Reader,
): Promise<readonly UpgradeStep[]> {
  const steps: UpgradeStep[] = [];
  await delay(PAUSE_MS);
  for (const { title, run } of stepsOf(system)) {
    const beganAt = performance.now();
    await run();
    const endedAt = performance.now();
    const hasRecovered = await recover(system, sender);
    const now = performance.now();
    steps.push({
      title,
      tookMs: endedAt - beganAt,
      recoveryMs: hasRecovered ? now - endedAt : undefined,
      stallMs: sender.answers.longestStallMs(beganAt, now),
      silenceMs: reader.longestSilenceMs(beganAt, now),
    });
    await delay(PAUSE_MS);
  }
  return steps;
}

function stepsOf({ programs, migrate }: System) {
  const replaced = programs.map(({ part, url }) => ({
    title: part.name,
    run: async () => {
      await part.stop();
      part.moveTo(repository);
      await part.start();
      await part.untilReady(url);
    },
  }));
  return [{ title: 'migrator', run: () => migrate(repository) }, ...replaced];
}
