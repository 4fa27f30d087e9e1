import { AppError } from '@spanhouse/service-runtime';
import type { Form } from '../open-form.js';
import type { HeldApp } from './held-app.js';

/** Maximum time that new requests wait for the running requests to end. Most requests end within a second. */
const HOLD_MS = 10_000;
/** Maximum time for storing the last block, which takes about a second. */
const DRAIN_MS = 15_000;
/** Maximum time for storing a backlog, before any request is held. */
const CATCH_UP_MS = 60_000;

/** The two forms of a change, and the steps between them. */
export interface FormChange {
  readonly held: Pick<HeldApp, 'hold' | 'release'>;
  readonly from: Form;
  readonly to: Form;
  /** The port for OTLP over gRPC. While the port is closed, clients retry their refused requests. */
  readonly grpc: { close(): Promise<void>; open(form: Form): Promise<void> };
  /** Prevents other processes from writing to the log of `from`. `end` allows writes again. */
  readonly fence?: { begin(): Promise<void>; end(): Promise<void> } | undefined;
  /**
   * Copies all data that `to` needs in addition to the store. Nothing writes to `from` during the copy. MAY be called
   * again after a failure.
   */
  readonly carry: () => Promise<void>;
  /** Makes the change durable. If the process crashes afterwards, the next start uses the form `to`. */
  readonly record: () => void;
  /** Called with an error after which the process has to restart. */
  readonly fail: (error: unknown) => void;
}

/**
 * Replaces the log and the catalog of a process while it accepts spans. Requests that arrive during the change wait,
 * and none of them is refused. Before the first span goes to `to`, all earlier spans are stored and entered into the
 * ledger. Rejects if the log cannot be emptied in time or `carry` fails; `from` then stays in use.
 */
export async function changeForm(change: FormChange): Promise<void> {
  const { held, from, to, grpc, fence } = change;
  await untilStored(from, CATCH_UP_MS);
  try {
    await grpc.close();
    if (!(await held.hold(HOLD_MS))) {
      throw notNow('requests did not end in time');
    }
    await fence?.begin(); // not earlier, because the fence also refuses requests of this process
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
