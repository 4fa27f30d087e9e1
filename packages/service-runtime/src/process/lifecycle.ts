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
  /** The process's health. A shutdown first marks it as draining. */
  readonly health?: Health;
  /** Time between the start of draining, which makes /readyz fail, and the first close; 0 by default. */
  readonly drainDelayMs?: number;
  readonly clock?: Clock;
  readonly host?: ProcessHost;
}

/**
 * Shuts a process down in an orderly way. On SIGINT or SIGTERM, it turns readiness off, waits for the drain delay, and
 * calls the registered close functions in reverse order. The process exits with code 0, or with code 1 if a close fails
 * or the timeout passes. A second signal ends the process immediately. After an unhandled error, the steps are the same
 * and the exit code is 1.
 */
export interface Lifecycle {
  /** Registers a function that closes a resource. Call this where the resource is opened. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /**
   * Installs the signal handlers and runs `start`. Resolves after the shutdown. If `start` fails, the process exits
   * with code 1. If `explain` returns a message for the error, the message is printed to standard error as one line;
   * any other error is logged as fatal.
   */
  run(start?: () => Promise<void> | void, explain?: ExplainFailure): Promise<void>;
  /** Shuts the process down with exit code 1 because of an unrecoverable fault. */
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
