import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import { reasonOf } from '../reason-of.js';

/** Queues writes in the store; the promise is that of the commit they become part of. */
export type WriteStep = () => Promise<unknown> | undefined;

interface PendingWrite {
  readonly step: WriteStep;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
}

interface GroupCommitOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after a commit that failed, before the next one starts. */
  readonly onFailure: (error: AppError) => void;
  /** Called when the store has not answered for `stallMs`; nothing is written after that. */
  readonly onStall: (error: AppError) => void;
}

/** LMDB never resolves again after a fault while beginning a transaction; no disk is this slow. */
const stallMs = 60_000;

/**
 * One commit, and so one fsync, at a time; whatever is written meanwhile shares the next one.
 * `write` resolves once its step is on disk and rejects with a retryable AppError when the commit failed.
 */
export class GroupCommit {
  readonly #options: GroupCommitOptions;
  #pending: PendingWrite[] = [];
  #running: Promise<void> | undefined;
  #stalled: AppError | undefined;

  constructor(options: GroupCommitOptions) {
    this.#options = options;
  }

  write(step: WriteStep): Promise<void> {
    if (this.#stalled !== undefined) return Promise.reject(this.#stalled);
    return new Promise<void>((resolve, reject) => {
      this.#pending.push({ step, resolve, reject });
      this.#running ??= this.#run();
    });
  }

  /** Resolves when everything written so far is settled. */
  async settled(): Promise<void> {
    await this.#running;
  }

  async #run(): Promise<void> {
    await Promise.resolve(); // lets the writes of this turn in
    while (this.#pending.length > 0) {
      const group = this.#pending;
      this.#pending = [];
      const failure = this.#stalled ?? (await this.#commit(group));
      for (const { resolve, reject } of group) failure === undefined ? resolve() : reject(failure);
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
      const timer = this.#options.clock.setTimer(stallMs, () => {
        this.#stalled = new AppError('LOG_STALLED', 'the span log does not answer');
        this.#options.onStall(this.#stalled);
        reject(this.#stalled);
      });
      void commit.then(resolve, reject).finally(() => timer.cancel());
    });
  }
}

const toWriteError = async (error: unknown, clock: Clock): Promise<AppError> => {
  if (error instanceof AppError) return error;
  const cause = await causeOf(error, clock);
  const hint = isShortWrite(cause) ? ' (a short write: the disk is full or damaged)' : '';
  return new AppError(
    'LOG_UNAVAILABLE',
    `the span log cannot be written: ${reasonOf(cause)}${hint}`,
    {
      retryable: true,
      cause,
    },
  );
};

/** lmdb rejects with a general error whose `commitError` is a promise that rejects with the real one. */
const causeOf = async (error: unknown, clock: Clock): Promise<unknown> => {
  if (typeof error !== 'object' || error === null || !('commitError' in error)) return error;
  try {
    await Promise.race([error.commitError, clock.sleep(1000)]);
    return error;
  } catch (cause) {
    return cause;
  }
};

/** LMDB reports a write that fitted only partly as EIO. */
const isShortWrite = (cause: unknown): boolean =>
  typeof cause === 'object' && cause !== null && 'code' in cause && cause.code === 5;
