import { AppError, type Clock, type Health } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type { ReceiptTarget } from '@spanhouse/span-log/receipt';

/** Log positions: `[partition]` = generation << 48 | offset, below which everything is stored. */
type Snapshot = readonly bigint[];

export interface Snapshots {
  /**
   * What is stored now, `atLeast` included. While the log does not answer, what was known last;
   * rejects with a retryable AppError when nothing ever was.
   */
  current(atLeast: ReceiptTarget | undefined): Promise<Snapshot>;
}

export interface SnapshotsOptions {
  readonly offsets: CommittedOffsets;
  readonly clock: Clock;
  /** Told of `span_log`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  /** Called whenever an older vector stands in for the current one. */
  readonly onStale: () => void;
}

const NAME = 'span_log';
/** A log that is away costs a read no more than this. */
const PATIENCE_MS = 1000;
const OFFSET_BITS = 48n;

export function createSnapshots({ offsets, clock, health, onStale }: SnapshotsOptions): Snapshots {
  let known: readonly number[] | undefined;

  const readAgain = async (): Promise<readonly number[]> => {
    const committed = await offsets.read().catch((error: unknown) => {
      health.lost(NAME, error instanceof Error ? error.message : String(error));
      throw error;
    });
    health.reached(NAME);
    // An answer that was overtaken by a newer one takes nothing back.
    known = highest(committed, known ?? []);
    return known;
  };

  const readOrKnown = async (fallback: readonly number[]): Promise<readonly number[]> => {
    const patience = waitFor(clock, PATIENCE_MS);
    const fresh = readAgain().catch(toUnavailable);
    const first = await Promise.race([fresh, patience.elapsed]);
    patience.cancel();
    if (first !== undefined) return first;
    onStale();
    return fallback;
  };

  return {
    async current(atLeast) {
      const committed = known === undefined ? await readAgain() : await readOrKnown(known);
      const generation = BigInt(offsets.generation) << OFFSET_BITS;
      return highest(committed, toVector(atLeast)).map((offset) => generation | BigInt(offset));
    },
  };
}

/** undefined for a log that is away; whatever else happened is a fault. */
function toUnavailable(error: unknown): undefined {
  if (error instanceof AppError && error.retryable) return undefined;
  throw error;
}

function waitFor(clock: Clock, ms: number) {
  let cancel = (): void => undefined;
  const elapsed = new Promise<undefined>((resolve) => {
    const timer = clock.setTimer(ms, () => resolve(undefined));
    cancel = () => timer.cancel();
  });
  return { elapsed, cancel };
}

function toVector(target: ReceiptTarget | undefined): readonly number[] {
  const vector: number[] = [];
  for (const [partition, offset] of target ?? []) {
    while (vector.length < partition) vector.push(0);
    vector[partition] = offset;
  }
  return vector;
}

function highest(left: readonly number[], right: readonly number[]): readonly number[] {
  const length = Math.max(left.length, right.length);
  return Array.from({ length }, (_, partition) =>
    Math.max(left[partition] ?? 0, right[partition] ?? 0),
  );
}
