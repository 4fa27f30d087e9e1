import { AppError } from '@spanhouse/service-runtime';
import type { Form } from '../open-form.js';
import type { HeldApp } from './held-app.js';

/** Most requests end within a second; a sender waits for this time at most. */
const HOLD_MS = 10_000;
/** Storing the last block takes about a second. */
const DRAIN_MS = 15_000;
/** A backlog is stored before anything is held. */
const CATCH_UP_MS = 60_000;

/** Steps of a process that changes its form. */
export interface FormChange {
  readonly held: Pick<HeldApp, 'hold' | 'release'>;
  readonly from: Form;
  readonly to: Form;
  /** The port for OTLP over gRPC, whose clients retry requests that are refused while it is closed. */
  readonly grpc: { close(): Promise<void>; open(form: Form): Promise<void> };
  /** Keeps other processes from writing to the log of `from`; `end` takes it back. */
  readonly fence?: { begin(): Promise<void>; end(): Promise<void> } | undefined;
  /**
   * Copies everything that `to` needs in addition to the store. Nothing writes to `from` during the copy. May be
   * repeated.
   */
  readonly carry: () => Promise<void>;
  /** Makes the change durable: after a crash, the next start has the form `to`. */
  readonly record: () => void;
  /** Called with a fault that only a restart of the process fixes. */
  readonly fail: (error: unknown) => void;
}

/**
 * Changes the log and the catalog of a process that accepts spans. Requests that arrive during the change wait; no
 * request is refused. Every span that was accepted earlier is stored and entered in the ledger when the first one goes
 * to `to`. Rejects, with `from` in use as before, if the log cannot be emptied in time or `carry` fails.
 */
export async function changeForm(change: FormChange): Promise<void> {
  const { held, from, to, grpc, fence } = change;
  await untilStored(from, CATCH_UP_MS);
  try {
    await grpc.close();
    if (!(await held.hold(HOLD_MS))) {
      throw notNow('requests did not end in time');
    }
    await fence?.begin(); // not earlier: requests of this process would be refused, too
    await untilStored(from, DRAIN_MS);
    await change.carry();
  } catch (error) {
    try {
      await fence?.end();
    } finally {
      held.release(from.http);
      await grpc.open(from);
    }
    throw error;
  }
  try {
    await from.consumer.close(); // enters the remaining rows into the ledger
    change.record();
    held.release(to.http);
    await grpc.open(to);
    from.endTails();
    await to.consumer.start();
  } catch (error) {
    change.fail(error);
  }
}

async function untilStored({ log: { offsets } }: Form, timeoutMs: number): Promise<void> {
  const ends = await offsets.readEnds();
  const target = new Map(ends.map((end, partition) => [partition, end]));
  const { signal } = new AbortController();
  if (!(await offsets.waitFor(target, { timeoutMs, signal }))) {
    throw notNow('the log still has spans that are not stored');
  }
}

function notNow(reason: string): AppError {
  return new AppError('PROMOTION_DELAYED', reason, { retryable: true });
}
