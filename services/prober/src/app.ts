import type { Registry } from '@spanhouse/service-runtime';
import type { WriteDoor } from './doors/write-door.js';
import { createProberMetrics } from './metrics.js';
import type { ReadPath } from './paths/read-path.js';
import type { Probing } from './probing/probing.js';
import { ReadSlots } from './probing/read-slots.js';
import { runProbe } from './probing/run-probe.js';

export { doorNames } from './doors/write-door.js';
export { createPaths } from './paths/create-paths.js';

/**
 * Maximum number of concurrent reads. A single probe needs fewer, so in a healthy system reads do not wait for each
 * other.
 */
const MAX_CONCURRENT_READS = 16;
/** Maximum number of probes with running searches. With the default settings, an outage leads to 11 such probes. */
const MAX_PENDING_PROBES = 64;

/** Dependencies of the prober; the caller opens and closes them. */
export interface ProberDependencies
  extends Pick<Probing, 'bounds' | 'clock' | 'elapsedMs' | 'random' | 'logger'> {
  /** The protocols ("doors") for writing probes. The prober uses them in turn. MUST contain at least one. */
  readonly doors: readonly WriteDoor[];
  /** The paths on which each probe is read. */
  readonly paths: readonly ReadPath[];
  /** Time between the starts of two probes. */
  readonly intervalMs: number;
  readonly registry: Registry;
}

/**
 * Writes known traces and reads them back, with bounded concurrency and memory.
 *
 * - No failure of the probed system ends the prober. Every failure is counted and logged.
 * - A defect in the prober itself rejects `failed`.
 */
export interface Prober {
  start(): void;
  /** Rejects with a defect in the prober itself; never resolves. */
  readonly failed: Promise<never>;
  /** Ends all probes immediately. Unfinished searches are counted as abandoned. */
  close(): Promise<void>;
}

/** Creates the prober without starting it. */
export function createProber(dependencies: ProberDependencies): Prober {
  const { doors, paths, intervalMs, clock, registry } = dependencies;
  const stopping = new AbortController();
  const failure = Promise.withResolvers<never>();
  failure.promise.catch(() => undefined); // a rejection without a handler must not end the process
  const metrics = createProberMetrics({
    registry,
    doors: doors.map(({ name }) => name),
    paths: paths.map(({ name }) => name),
  });
  const probing: Probing = {
    ...dependencies,
    metrics,
    slots: new ReadSlots(MAX_CONCURRENT_READS),
    signal: stopping.signal,
  };
  const pending = new Set<Promise<void>>();

  const begin = (door: WriteDoor): void => {
    if (pending.size >= MAX_PENDING_PROBES) {
      metrics.roundSkipped();
      return;
    }
    const probe = runProbe(door, paths, probing)
      .catch(failure.reject)
      .finally(() => pending.delete(probe));
    pending.add(probe);
  };

  const repeat = async (): Promise<void> => {
    for (let round = 0; !stopping.signal.aborted; round += 1) {
      const door = doors[round % doors.length];
      if (door !== undefined) {
        begin(door);
      }
      await clock.sleep(intervalMs, stopping.signal).catch(() => undefined); // the loop checks the signal
    }
  };

  let rounds: Promise<void> = Promise.resolve();
  return {
    start() {
      rounds = repeat();
    },
    failed: failure.promise,
    async close() {
      stopping.abort();
      await rounds;
      await Promise.all(pending);
    },
  };
}
