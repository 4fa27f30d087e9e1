import { AppError, type Backoff, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { ClickHouseProcess, ProcessEnd } from './clickhouse-process.js';

export interface SupervisorDependencies {
  readonly spawn: () => ClickHouseProcess;
  /** Resolves with true if the server responds. */
  readonly probe: (signal: AbortSignal) => Promise<boolean>;
  readonly backoff: Backoff;
  readonly clock: Clock;
  readonly logger: Logger;
}

const PROBE_INTERVAL_MS = 50;
/**
 * Maximum duration of a start. A start usually takes half a second, but much longer if many parts are loaded from a
 * slow disk.
 */
const READY_TIMEOUT_MS = 120_000;
/** Maximum time until the server of a killed parent releases the directory. This usually takes one or two seconds. */
const TAKE_OVER_TIMEOUT_MS = 30_000;
const END_TIMEOUT_MS = 15_000;
/**
 * Time after which a running server counts as started successfully. If the server ends later, the cause is not the data
 * or the configuration.
 */
const STABLE_AFTER_MS = 10_000;
/**
 * Maximum number of consecutive failed starts. With a backoff of at most 5 s, this many starts take about 90 seconds.
 */
const MAX_FAILED_STARTS = 20;
const MAX_REASON_CHARS = 500;
const heldByAnother = 'Another server instance in same directory is already running';

type StartOutcome =
  | { readonly status: 'ready' }
  | { readonly status: 'ended'; readonly end: ProcessEnd }
  | { readonly status: 'timed_out' };

/** Keeps one ClickHouse process running from `start` until `close`. */
export class ClickHouseSupervisor {
  readonly #deps: SupervisorDependencies;
  readonly #closing = new AbortController();
  #process: ClickHouseProcess | undefined;
  #watching: Promise<void> = Promise.resolve();
  #readySinceMs = 0;

  constructor(deps: SupervisorDependencies) {
    this.#deps = deps;
  }

  get pid(): number | undefined {
    return this.#process?.pid;
  }

  /**
   * Starts the server and resolves when it responds for the first time. Rejects with EMBEDDED_CLICKHOUSE_FAILED if it
   * cannot start. If the server ends later, it is restarted. After MAX_FAILED_STARTS consecutive failures, the
   * supervisor gives up and calls `onGivenUp` once.
   */
  async start(onGivenUp: (error: AppError) => void): Promise<void> {
    const { clock, backoff } = this.#deps;
    const giveUpAtMs = clock.monotonicMs() + TAKE_OVER_TIMEOUT_MS;
    for (;;) {
      const outcome = await this.#startOnce();
      if (outcome.status === 'ready') {
        break;
      }
      const isHeld = outcome.status === 'ended' && outcome.end.output.includes(heldByAnother);
      if (!isHeld || clock.monotonicMs() > giveUpAtMs) {
        throw cannotStart(outcome);
      }
      await clock.sleep(backoff.nextDelayMs(), this.#closing.signal);
    }
    this.#watching = this.#keepRunning().catch((error) => {
      if (!this.#closing.signal.aborted) {
        onGivenUp(error);
      }
    });
  }

  /** Asks the server to end, and kills it after END_TIMEOUT_MS. Resolves when the process has ended. */
  async close(): Promise<void> {
    this.#closing.abort();
    const { clock, logger } = this.#deps;
    const process = this.#process;
    process?.end();
    const timer = clock.setTimer(END_TIMEOUT_MS, () => {
      logger.warn({ pid: process?.pid }, 'clickhouse did not end in time, killing it');
      process?.kill();
    });
    await process?.exited;
    timer.cancel();
    await this.#watching;
  }

  async #keepRunning(): Promise<void> {
    const { clock, backoff, logger } = this.#deps;
    const { signal } = this.#closing;
    let failedStarts = 0;
    while (this.#process !== undefined) {
      const end = await this.#process.exited;
      if (signal.aborted) {
        return;
      }
      logger.error({ ...end }, 'clickhouse died, restarting it');
      if (clock.monotonicMs() - this.#readySinceMs >= STABLE_AFTER_MS) {
        backoff.reset();
      }
      await clock.sleep(backoff.nextDelayMs(), signal);
      const outcome = await this.#startOnce();
      failedStarts = outcome.status === 'ready' ? 0 : failedStarts + 1;
      if (failedStarts >= MAX_FAILED_STARTS) {
        throw cannotStart(outcome);
      }
      if (outcome.status === 'ready') {
        logger.warn({ pid: this.pid }, 'clickhouse is running again');
      }
    }
  }

  async #startOnce(): Promise<StartOutcome> {
    this.#closing.signal.throwIfAborted();
    const process = this.#deps.spawn();
    this.#process = process;
    const settled = new AbortController();
    try {
      return await Promise.race([
        process.exited.then((end) => ({ status: 'ended', end }) as const),
        this.#untilReady(process, AbortSignal.any([settled.signal, this.#closing.signal])),
      ]);
    } finally {
      settled.abort();
    }
  }

  async #untilReady(process: ClickHouseProcess, signal: AbortSignal): Promise<StartOutcome> {
    const { clock, probe } = this.#deps;
    const deadlineMs = clock.monotonicMs() + READY_TIMEOUT_MS;
    while (!(await probe(signal))) {
      if (clock.monotonicMs() >= deadlineMs) {
        process.kill();
        return { status: 'timed_out' };
      }
      await clock.sleep(PROBE_INTERVAL_MS, signal);
    }
    this.#readySinceMs = clock.monotonicMs();
    return { status: 'ready' };
  }
}

function cannotStart(outcome: StartOutcome): AppError {
  const reason = outcome.status === 'ended' ? reasonOf(outcome.end) : 'it does not answer';
  return new AppError('EMBEDDED_CLICKHOUSE_FAILED', `ClickHouse does not start: ${reason}`);
}

/** Returns ClickHouse's exception if the output contains one; otherwise returns the beginning of the output. */
function reasonOf({ exitCode, signal, output }: ProcessEnd): string {
  if (output === '') {
    return `exit code ${exitCode}, signal ${signal}`;
  }
  const exceptionAt = Math.max(0, output.indexOf('Code: '));
  return output.slice(exceptionAt, exceptionAt + MAX_REASON_CHARS).replaceAll(/\s+/g, ' ');
}
