import { createMeter, type Registry } from '@spanhouse/service-runtime';
import type { DoorName } from './doors/write-door.js';
import { type FailureReason, failureReasons } from './http/request-failure.js';
import type { PathName } from './paths/read-path.js';

/**
 * The outcomes of a search for a probe on a read path.
 *
 * - `visible`: the path shows the probe exactly as it was sent.
 * - `mismatching`: the path shows the probe differently.
 * - `missing`: even the last response does not show the whole probe.
 * - `unanswered`: the last read has no usable response.
 * - `abandoned`: the prober stopped before the search ended.
 */
const checkOutcomes = ['visible', 'mismatching', 'missing', 'unanswered', 'abandoned'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

const writeOutcomes = ['accepted', 'refused', 'unanswered', 'abandoned'] as const;
type WriteResult = (typeof writeOutcomes)[number];

/** The door and the read path of a check. Both are labels of the check's series. */
export interface Check {
  readonly door: DoorName;
  readonly path: PathName;
}

export interface ProberMetricsOptions {
  readonly registry: Registry;
  readonly doors: readonly DoorName[];
  readonly paths: readonly PathName[];
}

export type ProberMetrics = ReturnType<typeof createProberMetrics>;

/**
 * Creates the metrics for probes. For each door, the number of ended and pending checks always equals the number of
 * accepted writes multiplied by the number of read paths.
 */
export function createProberMetrics({ registry, doors, paths }: ProberMetricsOptions) {
  const { counter, gauge, histogram } = createMeter(registry);
  const writes = counter(
    'spanhouse_prober_writes_total',
    'Probes by the outcome of their write; only accepted probes are searched for',
    { door: doors, outcome: writeOutcomes },
  );
  const checks = counter(
    'spanhouse_prober_checks_total',
    'Searches for an accepted probe on a read path that have ended, by outcome',
    { door: doors, path: paths, outcome: checkOutcomes },
  );
  const late = counter(
    'spanhouse_prober_late_checks_total',
    'Searches that took longer than PROBE_LATE_AFTER_MS, with any outcome',
    { door: doors, path: paths },
  );
  const pending = gauge(
    'spanhouse_prober_checks_pending',
    'Searches for accepted probes that have not ended',
  );
  const skipped = counter(
    'spanhouse_prober_rounds_skipped_total',
    'Probes that were not sent because too many searches for earlier probes were running',
  );
  const failedReads = counter(
    'spanhouse_prober_failed_reads_total',
    'Single reads without a usable answer; the search continues with the next read',
    { path: paths, reason: failureReasons },
  );
  const timeToVisible = histogram(
    'spanhouse_prober_time_to_visible_seconds',
    'Time from the start of the write to the end of the first read that shows the whole probe as it was sent',
    {
      buckets: [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 15, 30, 60, 120, 300],
      labels: { path: paths },
    },
  );
  return {
    written: (door: DoorName, outcome: WriteResult) => writes.inc({ door, outcome }),
    /** Counts the start of a check. */
    started: () => pending.inc(),
    /** Counts a check that exceeds the time limit for "late". */
    late: ({ door, path }: Check) => late.inc({ door, path }),
    visibleAfter: (path: PathName, seconds: number) => timeToVisible.observe({ path }, seconds),
    /** Counts a read that has no usable response. This includes reads that prepare a search. */
    readFailed: (path: PathName, reason: FailureReason) => failedReads.inc({ path, reason }),
    ended({ door, path }: Check, outcome: CheckOutcome) {
      pending.dec();
      checks.inc({ door, path, outcome });
    },
    roundSkipped: () => skipped.inc(),
  };
}
