import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { ProberMetrics } from '../metrics.js';
import type { ReadSlots } from './read-slots.js';

/** How long a probe is looked for. */
export interface ProbeBounds {
  /** From then on it counts as late. */
  readonly lateAfterMs: number;
  /** From then on it counts as missing, and is no longer looked for. */
  readonly missingAfterMs: number;
}

/** What every probe of a prober shares. */
export interface Probing {
  readonly bounds: ProbeBounds;
  readonly metrics: ProberMetrics;
  readonly slots: ReadSlots;
  readonly clock: Clock;
  /** Returns a time that no change of the wall clock affects, in ms from any origin. */
  readonly elapsedMs: () => number;
  readonly random: (bytes: number) => Uint8Array;
  readonly logger: Logger;
  /** Aborts when the prober stops. */
  readonly signal: AbortSignal;
}
