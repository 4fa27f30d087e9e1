import { setTimeout as delay } from 'node:timers/promises';
import { timeLimits } from '../../../packages/service-runtime/src/testing/index.js';
import { untilVisible } from '../check/read-back.js';
import { injectFault } from '../faults/inject-fault.js';
import type { Sender } from '../load/sender.js';
import type { Fault } from '../schedule/draw-schedule.js';
import type { System } from '../system/system.js';

/** The effects of one fault. Times are in milliseconds. */
export interface FaultReport extends Fault {
  /** The longest time without an accepted write between the fault and the recovery. */
  readonly stallMs: number;
  /**
   * The time from the end of the fault until a read saw a later write. It is undefined if the recovery took too long.
   */
  readonly recoveryMs: number | undefined;
}

/**
 * Number of new traces in a probe. In all but about one in a thousand probes, they reach every partition of the log.
 */
const PROBE_TRACES = 32;

/** Injects the faults of a schedule in order, and waits after each fault until the system has recovered. */
export async function runFaults(
  system: System,
  schedule: readonly Fault[],
  sender: Sender,
): Promise<readonly FaultReport[]> {
  const startedAt = performance.now();
  const reports: FaultReport[] = [];
  for (const fault of schedule) {
    await delay(Math.max(0, startedAt + fault.atMs - performance.now()));
    const injectedAt = performance.now();
    const undo = await injectFault(system, fault);
    await delay(fault.holdMs);
    const undoneAt = performance.now();
    await undo();
    const hasRecovered = await recover(system, sender);
    const now = performance.now();
    reports.push({
      ...fault,
      stallMs: Math.round(sender.answers.longestStallMs(injectedAt, now)),
      recoveryMs: hasRecovered ? Math.round(now - undoneAt) : undefined,
    });
  }
  return reports;
}

/**
 * Writes to every partition and waits until a read returns the written spans. Resolves with false if the wait times
 * out.
 */
export async function recover({ query }: System, sender: Sender): Promise<boolean> {
  const signal = AbortSignal.timeout(timeLimits.effect);
  const receipt = await sender.writeTraces(PROBE_TRACES, signal);
  return receipt !== undefined && untilVisible(query, receipt, signal);
}
