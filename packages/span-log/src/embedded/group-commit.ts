import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import { reasonOf } from '../messages/reason-of.js';

/** Queues writes in the store. Returns a promise that resolves when the commit with these writes is complete. */
export type WriteStep = () => Promise<unknown> | undefined;

interface PendingWrite {
  readonly step: WriteStep;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface GroupCommitOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after a failed commit, before the next one starts. */
  readonly onFailure: (error: AppError) => void;
  /** Called when a commit has not ended within STALL_MS. Nothing is written after that. */
  readonly onStall: (error: AppError) => void;
}

/**
 * Time limit for a commit, longer than any commit that still makes progress. It is needed because LMDB never resolves
 * after a fault at the start of a transaction.
 */
const STALL_MS = 60_000;

/** Runs one commit at a time, each with a single fsync. Writes that arrive during a commit share the next commit. */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #pending: PendingWrite[] = [];
  #running: Promise<void> | undefined;
  #stalled: AppError | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  /** Resolves when the step's writes are on disk. Rejects with a retryable AppError if the commit failed. */
  write(step: WriteStep): Promise<void> {
    if (this.#stalled !== undefined) {
      return Promise.reject(this.#stalled);
    }
    return new Promise<void>((resolve, reject) => {
      this.#pending.push({ step, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves after every write has succeeded or failed. */
  async finished(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // so that other writes in this turn of the event loop join the first commit
    while (this.#pending.length > 0) {
      const group = this.#pending;
      this.#pending = [];
      const failure = this.#stalled ?? (await this.#commit(group));
      for (const { resolve, reject } of group) {
        failure === undefined ? resolve() : reject(failure);
      }
    }
    this.#running = undefined;
  }

  async #commit(group: readonly PendingWrite[]): Promise<AppError | undefined> {
    try {
      await this.#withinStallLimit(Promise.all(group.map(({ step }) => step())));
      return undefined;
    } catch (error) {
      const failure = await toWriteError(error, this.#options.clock);
      this.#options.logger.warn({ err: failure.cause ?? failure }, 'log commit failed');
      this.#options.onFailure(failure);
      return failure;
    }
  }

  #withinStallLimit(commit: Promise<unknown>): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const timer = this.#options.clock.setTimer(STALL_MS, () => {
        this.#stalled = new AppError('LOG_STALLED', 'a commit of the span log did not end in time');
        this.#options.onStall(this.#stalled);
        reject(this.#stalled);
      });
      void commit.then(resolve, reject).finally(() => timer.cancel());
    });
  }
}

async function toWriteError(error: unknown, clock: Clock): Promise<AppError> {
  if (error instanceof AppError) {
    return error;
  }
  const cause = await causeOf(error, clock);
  const hint = isShortWrite(cause) ? ' (a short write: the disk is full or damaged)' : '';
  const message = `the span log cannot be written: ${reasonOf(cause)}${hint}`;
  return new AppError('LOG_UNAVAILABLE', message, { retryable: true, cause });
}

/**
 * Returns the underlying error. lmdb rejects with a generic error, whose `commitError` is a promise for the underlying
 * error.
 */
async function causeOf(error: unknown, clock: Clock): Promise<unknown> {
  if (typeof error !== 'object' || error === null || !('commitError' in error)) {
    return error;
  }
  try {
    await Promise.race([error.commitError, clock.sleep(1000)]);
    return error;
  } catch (cause) {
    return cause;
  }
}

/** Returns whether the disk accepted only part of a write, which LMDB reports as EIO. */
function isShortWrite(cause: unknown): boolean {
  return typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 5;
}
