import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import { createSeededRandom } from '../../../packages/span-intake/src/testing/fuzz/seeded-random.js';
import { checkLedger, type Verdict } from '../check/check-ledger.js';
import { readBack, untilVisible } from '../check/read-back.js';
import { Ledger, type Outcome } from '../load/ledger.js';
import { Sender, type SenderOptions } from '../load/sender.js';
import type { System } from '../system/system.js';

/** The result of a load: the sent spans and the visible spans. */
export interface LoadReport {
  /** The number of attempts with each outcome, including deletes and refused bodies. */
  readonly answers: Readonly<Record<Outcome, number>>;
  /** Answers that left the outcome of a span uncertain. */
  readonly complaints: readonly string[];
  readonly verdict: Verdict;
}

export interface LoadOptions
  extends Pick<SenderOptions, 'requestsPerSecond' | 'hasEdits' | 'paddingBytes' | 'retryPauseMs'> {
  readonly seed: number;
}

const LAST_TRACES = 64;

/** Sends requests while a task runs, and compares the sent spans with the visible spans at the end. */
export async function runLoad<Result>(
  system: System,
  { seed, ...rate }: LoadOptions,
  task: (sender: Sender) => Promise<Result>,
): Promise<LoadReport & { readonly result: Result }> {
  const ledger = new Ledger();
  const sender = new Sender({ ...system, ...rate, ledger, random: createSeededRandom(seed) });
  sender.start();
  let result: Result;
  try {
    result = await task(sender);
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
 * Waits until every accepted span is stored. Writes a last span to each partition and waits for these spans, because
 * the spans of a partition are stored in order.
 */
export async function drain({ query }: System, sender: Sender): Promise<void> {
  const signal = AbortSignal.timeout(timeLimits.effect);
  const receipt = await sender.writeTraces(LAST_TRACES, signal);
  if (receipt === undefined || !(await untilVisible(query, receipt, signal))) {
    throw new Error(`the last writes are not visible after ${timeLimits.effect} ms`);
  }
}
