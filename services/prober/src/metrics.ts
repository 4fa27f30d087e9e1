import type { Registry } from '@spanhouse/service-runtime';
import { Counter, Gauge, Histogram } from 'prom-client';
import type { DoorName } from './doors/write-door.js';
import { type FailureReason, failureReasons } from './http/request-failure.js';
import type { PathName } from './paths/read-path.js';

/**
 * The outcome of the search for a probe on a read path: `visible` = shown exactly as sent, `mismatching` = shown
 * otherwise, `missing` = the last answer within the bound does not show all of it, `unanswered` = the last read has no
 * usable answer, `abandoned` = the prober stopped before.
 */
const checkOutcomes = ['visible', 'mismatching', 'missing', 'unanswered', 'abandoned'] as const;
export type CheckOutcome = (typeof checkOutcomes)[number];

const writeOutcomes = ['accepted', 'refused', 'unanswered', 'abandoned'] as const;
type WriteResult = (typeof writeOutcomes)[number];

/** A door and a read path: the series of a check. */
export interface Check {
  readonly door: DoorName;
  readonly path: PathName;
}

/**
 * Counts probes. At every time, the accepted writes of a door multiplied by the number of read paths are the sum of the
 * door's checks by outcome and its pending checks.
 */
export interface ProberMetrics {
  written(door: DoorName, result: WriteResult): void;
  /** A check begins. */
  started(): void;
  /** A check exceeds the time after which it counts as late. */
  late(check: Check): void;
  visibleAfter(path: PathName, seconds: number): void;
  /** A single read, or the preparation of one, has no usable answer. */
  readFailed(path: PathName, reason: FailureReason): void;
  ended(check: Check, outcome: CheckOutcome): void;
  roundSkipped(): void;
}

export interface ProberMetricsOptions {
  readonly registry: Registry;
  readonly doors: readonly DoorName[];
  readonly paths: readonly PathName[];
}

/** Creates the metrics. The series of all doors and paths that are probed exist from the start. */
export function createProberMetrics({
  registry,
  doors,
  paths,
}: ProberMetricsOptions): ProberMetrics {
  const registers = [registry];
  const writes = new Counter({
    name: 'spanhouse_prober_writes_total',
    help: 'Probes by the outcome of their write; only accepted probes are searched for',
    labelNames: ['door', 'outcome'],
    registers,
  });
  const checks = new Counter({
    name: 'spanhouse_prober_checks_total',
    help: 'Searches for an accepted probe on a read path that have ended, by outcome',
    labelNames: ['door', 'path', 'outcome'],
    registers,
  });
  const late = new Counter({
    name: 'spanhouse_prober_late_checks_total',
    help: 'Searches that took longer than PROBE_LATE_AFTER_MS, with any outcome',
    labelNames: ['door', 'path'],
    registers,
  });
  const { pending, skipped } = createRoundMetrics(registry);
  const { failedReads, timeToVisible } = createReadMetrics(registry);
  for (const door of doors) {
    for (const outcome of writeOutcomes) {
      writes.inc({ door, outcome }, 0);
    }
    for (const path of paths) {
      late.inc({ door, path }, 0);
      for (const outcome of checkOutcomes) {
        checks.inc({ door, path, outcome }, 0);
      }
    }
  }
  for (const path of paths) {
    timeToVisible.zero({ path });
    for (const reason of failureReasons) {
      failedReads.inc({ path, reason }, 0);
    }
  }
  return {
    written: (door, outcome) => writes.inc({ door, outcome }),
    started: () => pending.inc(),
    late: ({ door, path }) => late.inc({ door, path }),
    visibleAfter: (path, seconds) => timeToVisible.observe({ path }, seconds),
    readFailed: (path, reason) => failedReads.inc({ path, reason }),
    ended({ door, path }, outcome) {
      pending.dec();
      checks.inc({ door, path, outcome });
    },
    roundSkipped: () => skipped.inc(),
  };
}

function createRoundMetrics(registry: Registry) {
  const registers = [registry];
  return {
    pending: new Gauge({
      name: 'spanhouse_prober_checks_pending',
      help: 'Searches for accepted probes that have not ended',
      registers,
    }),
    skipped: new Counter({
      name: 'spanhouse_prober_rounds_skipped_total',
      help: 'Probes that were not sent because too many searches for earlier probes were running',
      registers,
    }),
  };
}

function createReadMetrics(registry: Registry) {
  const registers = [registry];
  return {
    failedReads: new Counter({
      name: 'spanhouse_prober_failed_reads_total',
      help: 'Single reads without a usable answer; the search continues with the next read',
      labelNames: ['path', 'reason'],
      registers,
    }),
    timeToVisible: new Histogram({
      name: 'spanhouse_prober_time_to_visible_seconds',
      help: 'Time from the start of the write to the end of the first read that shows the whole probe as it was sent',
      labelNames: ['path'],
      buckets: [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 10, 15, 30, 60, 120, 300],
      registers,
    }),
  };
}
