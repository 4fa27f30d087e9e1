import { AppError, type Clock, type Health } from '@spanhouse/service-runtime';
import type { CommittedAsOf, CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';
import { toLogOffset } from '@spanhouse/span-row';

/** One log position per partition: generation << 48 | offset. Everything below these positions is stored. */
type Snapshot = readonly bigint[];

/** A snapshot and its time in ns. The snapshot includes everything stored at that time. */
export interface SnapshotAsOf {
  readonly snapshot: Snapshot;
  readonly asOfNs: bigint;
}

/** Source of the log positions up to which spans are stored. All pages of a list share one snapshot. */
export type Snapshots = ReturnType<typeof createSnapshots>;

export interface SnapshotsOptions {
  readonly offsets: CommittedOffsets;
  readonly clock: Clock;
  /** The health object to which the availability of `span_log` is reported. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  /** Called when the last known snapshot is used because the log does not respond. */
  readonly onStale: () => void;
}

const name = 'span_log';
/** Maximum time that a read waits for an unresponsive log. */
const PATIENCE_MS = 1000;

/** Creates snapshots from the offsets that the consumer has committed. */
export function createSnapshots({ offsets, clock, health, onStale }: SnapshotsOptions) {
  let known: CommittedAsOf | undefined;

  const readAgain = async (): Promise<CommittedAsOf> => {
    const committed = await offsets.readAsOf().catch((error: unknown) => {
      health.lost(name, error instanceof Error ? error.message : String(error));
      throw error;
    });
    health.reached(name);
    // Responses of the log may arrive out of order, and an older response must not lower the known positions.
    known = known === undefined ? committed : union(committed, known);
    return known;
  };

  const readOrKnown = async (): Promise<CommittedAsOf> => {
    if (known === undefined) {
      return await readAgain();
    }
    const patience = waitFor(clock, PATIENCE_MS);
    const fresh = readAgain().catch(toUnavailable);
    const first = await Promise.race([fresh, patience.elapsed]);
    patience.cancel();
    if (first !== undefined) {
      return first;
    }
    onStale();
    return known;
  };

  const currentAsOf = async (atLeast: ReceiptTarget | undefined): Promise<SnapshotAsOf> => {
    const { offsets: committed, asOfNs } = await readOrKnown();
    const snapshot = highest(committed, toVector(atLeast)).map((offset) =>
      toLogOffset(offsets.generation, offset),
    );
    return { snapshot, asOfNs };
  };

  return {
    /** Returns the current snapshot with its time. */
    currentAsOf,
    /**
     * Returns the current snapshot, raised to `atLeast` if necessary. While the log does not respond, returns the last
     * known snapshot; if none is known, rejects with a retryable AppError. `tellVisible` receives the time of the
     * snapshot.
     */
    async current(
      atLeast: ReceiptTarget | undefined,
      tellVisible?: (asOfNs: bigint) => void,
    ): Promise<Snapshot> {
      const { snapshot, asOfNs } = await currentAsOf(atLeast);
      tellVisible?.(asOfNs);
      return snapshot;
    },
  };
}

/** Returns undefined if the log is unavailable; rethrows every other error. */
function toUnavailable(error: unknown): undefined {
  if (error instanceof AppError && error.retryable) {
    return undefined;
  }
  throw error;
}

function waitFor(clock: Clock, ms: number) {
  const { promise: elapsed, resolve } = Promise.withResolvers<undefined>();
  const timer = clock.setTimer(ms, () => resolve(undefined));
  return { elapsed, cancel: () => timer.cancel() };
}

function toVector(target: ReceiptTarget | undefined): readonly number[] {
  const vector: number[] = [];
  for (const [partition, offset] of target ?? []) {
    while (vector.length < partition) {
      vector.push(0);
    }
    vector[partition] = offset;
  }
  return vector;
}

function union(left: CommittedAsOf, right: CommittedAsOf): CommittedAsOf {
  return {
    offsets: highest(left.offsets, right.offsets),
    asOfNs: later(left.asOfNs, right.asOfNs),
  };
}

/** Returns the later of two times or positions. */
export function later(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}

function highest(left: readonly number[], right: readonly number[]): readonly number[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, partition) =>
    Math.max(left[partition] ?? 0, right[partition] ?? 0),
  );
}
