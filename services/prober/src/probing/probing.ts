import type { Clock, Logger } from '@spanhouse/service-runtime';
import type { ProberMetrics } from '../metrics.js';
import type { ReadSlots } from './read-slots.js';

/** Time limits for a probe's search. */
interface ProbeBounds {
  /** Time after which the probe counts as late. */
  readonly lateAfterMs: number;
  /** Time after which the probe counts as missing and the search ends. */
  readonly missingAfterMs: number;
}

/** Dependencies and limits that all probes of a prober share. */
export interface Probing {
  readonly bounds: ProbeBounds;
  readonly metrics: ProberMetrics;
  readonly slots: ReadSlots;
  readonly clock: Clock;
  /** Returns a monotonic time in ms since an arbitrary moment. */
  readonly elapsedMs: () => number;
  /** Returns random bytes for ids. */
  readonly random: (bytes: number) => Uint8Array;
  readonly logger: Logger;
  /** Aborts when the prober stops. */
  readonly signal: AbortSignal;
}
