import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import { createSeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { checkLedger, type Verdict } from '../check/check-ledger.js';
import { readBack, untilVisible } from '../check/read-back.js';
import { Ledger, type Outcome } from '../load/ledger.js';
import { Sender, type SenderOptions } from '../load/sender.js';
import type { System } from '../system/system.js';

/** Result of a load: spans that were sent, and spans that are found. */
export interface LoadReport {
  /** The outcomes of all attempts, deletes and refused bodies included. */
  readonly answers: Readonly<Record<Outcome, number>>;
  /** Answers that left the outcome of a span open. */
  readonly complaints: readonly string[];
  readonly verdict: Verdict;
}

export interface LoadOptions
  extends Pick<SenderOptions, 'requestsPerSecond' | 'hasEdits' | 'paddingBytes' | 'retryPauseMs'> {
  readonly seed: number;
}

const LAST_TRACES = 64;

/** Sends while `meanwhile` runs, and compares the sent spans with the found spans at the end. */
export async function runLoad<Result>(
  system: System,
  { seed, ...rate }: LoadOptions,
  meanwhile: (sender: Sender) => Promise<Result>,
): Promise<LoadReport & { readonly result: Result }> {
  const ledger = new Ledger();
  const sender = new Sender({ ...system, ...rate, ledger, random: createSeededRandom(seed) });
  sender.start();
  let result: Result;
  try {
    result = await meanwhile(sender);
  } finally {
    await sender.stop(timeLimits.effect);
  }
  await drain(system, sender);
  return {
    result,
    answers: sender.answers.counts,
    complaints: sender.answers.complaints,
    verdict: checkLedger(ledger.entries, await readBack(system)),
  };
}

/**
 * Waits until the store has everything that was accepted: the spans that are written last follow it in every partition.
 */
export async function drain({ query }: System, sender: Sender): Promise<void> {
  const signal = AbortSignal.timeout(timeLimits.effect);
  const receipt = await sender.writeTraces(LAST_TRACES, signal);
  if (receipt === undefined || !(await untilVisible(query, receipt, signal))) {
    throw new Error(`the last writes are not visible after ${timeLimits.effect} ms`);
  }
}
