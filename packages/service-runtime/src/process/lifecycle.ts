import type { Health } from '../health/health.js';
import type { Logger } from '../reporting/logger.js';
import type { Clock } from '../time/clock.js';
import { systemClock } from '../time/system-clock.js';
import type { ExplainFailure } from './start-failure.js';

/** The members of `process` that a lifecycle uses. */
export interface ProcessHost {
  on(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
  readonly stderr: { write(text: string): unknown };
}

export interface LifecycleOptions {
  readonly logger: Logger;
  readonly shutdownTimeoutMs: number;
  /** Health of the process. A shutdown first starts draining. */
  readonly health?: Health;
  /** Time between the first failing /readyz and the first close; 0 by default. */
  readonly drainDelayMs?: number;
  readonly clock?: Clock;
  readonly host?: ProcessHost;
}

/**
 * Ends a process in order. On SIGINT or SIGTERM it turns readiness off, waits for the drain delay, and runs the
 * registered closes in reverse order. It exits with code 0, or with code 1 if a close fails or the time-out passes. A
 * second signal exits at once. An unhandled error causes the same steps and exit code 1.
 */
export interface Lifecycle {
  /** Registers the function that closes a resource. Call it where the resource is opened. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /**
   * Installs the signal handlers and runs `start`. Resolves after the shutdown. An error of `start` ends the process
   * with exit code 1. An error for which `explain` returns a text is printed to standard error as one line; any other
   * error is logged as fatal.
   */
  run(start?: () => Promise<void> | void, explain?: ExplainFailure): Promise<void>;
  /** Shuts the process down with exit code 1 because of a fault that cannot be handled. */
  fail(error: unknown): void;
}

const signals = ['SIGINT', 'SIGTERM'] as const;
const EXIT_BY_SIGNAL = 130;

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger, health, clock = systemClock, host = process as ProcessHost } = options;
  const closers: { readonly name: string; readonly close: () => Promise<void> | void }[] = [];
  const ended = Promise.withResolvers<void>();
  let shutdown: Promise<void> | undefined;

  const closeAll = async (): Promise<boolean> => {
    health?.startDraining();
    await clock.sleep(options.drainDelayMs ?? 0);
    let isClean = true;
    for (let next = closers.pop(); next !== undefined; next = closers.pop()) {
      try {
        await next.close();
        logger.info({ resource: next.name }, 'closed');
      } catch (err) {
        isClean = false;
        logger.error({ err, resource: next.name }, 'close failed');
      }
    }
    return isClean;
  };

  const shutDown = async (exitCode: number): Promise<void> => {
    const timer = clock.setTimer(options.shutdownTimeoutMs, () => {
      logger.error({ timeoutMs: options.shutdownTimeoutMs }, 'shutdown timed out');
      host.exit(1);
    });
    const isClean = await closeAll();
    timer.cancel();
    logger.info('stopped');
    host.exit(isClean ? exitCode : 1);
    ended.resolve();
  };

  const fail = (err: unknown, explanation?: string): void => {
    if (explanation === undefined) {
      logger.fatal({ err }, 'stopping after a fault');
    } else {
      host.stderr.write(`Spanhouse cannot start: ${explanation}\n`);
    }
    shutdown ??= shutDown(1);
  };

  const onSignal = (signal: string): void => {
    if (shutdown !== undefined) {
      host.exit(EXIT_BY_SIGNAL);
      return;
    }
    logger.info({ signal }, 'stopping');
    shutdown = shutDown(0);
  };

  return {
    onClose(name, close) {
      closers.push({ name, close });
    },
    fail: (error) => fail(error),
    async run(start, explain) {
      for (const signal of signals) {
        host.on(signal, () => onSignal(signal));
      }
      host.on('uncaughtException', (error) => fail(error));
      host.on('unhandledRejection', (error) => fail(error));
      try {
        await start?.();
      } catch (error) {
        fail(error, explain?.(error));
      }
      return ended.promise;
    },
  };
}
