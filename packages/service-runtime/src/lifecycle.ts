import type { Clock } from './clock.js';
import type { Health } from './health.js';
import type { Logger } from './logger.js';
import { systemClock } from './system-clock.js';

/** The part of `process` a lifecycle needs. */
export interface ProcessHost {
  on(event: string, listener: (argument: unknown) => void): unknown;
  exit(code: number): void;
}

export interface LifecycleOptions {
  readonly logger: Logger;
  readonly shutdownTimeoutMs: number;
  /** Turned red as the first step of a shutdown. */
  readonly health?: Health;
  /** Time between the red light and the first close. Default 0. */
  readonly drainDelayMs?: number;
  readonly clock?: Clock;
  readonly host?: ProcessHost;
}

/**
 * How a process ends. On SIGINT or SIGTERM: readiness off, drain delay, then every registered
 * close, last registered first, then exit 0; exit 1 when a close fails or the time is up. A second
 * signal exits at once. An unhandled error does the same as a signal and exits 1.
 */
export interface Lifecycle {
  /** To be called where the resource is opened. */
  onClose(name: string, close: () => Promise<void> | void): void;
  /**
   * Listens for signals, runs `start`, and resolves when the process is to end.
   * What `start` throws is logged as fatal and ends the process with 1.
   */
  run(start?: () => Promise<void> | void): Promise<void>;
  /** Ends the process for a fault nobody can handle, closing what is open: exit code 1. */
  fail(error: unknown): void;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
const EXIT_BY_SIGNAL = 130;

export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { logger, health, clock = systemClock, host = process as ProcessHost } = options;
  const closers: { readonly name: string; readonly close: () => Promise<void> | void }[] = [];
  let resolveEnded: () => void = () => undefined;
  const ended = new Promise<void>((resolve) => {
    resolveEnded = resolve;
  });
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
    resolveEnded();
  };

  const fail = (err: unknown): void => {
    logger.fatal({ err }, 'stopping after a fault');
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
    fail,
    async run(start) {
      for (const signal of SIGNALS) host.on(signal, () => onSignal(signal));
      host.on('uncaughtException', fail);
      host.on('unhandledRejection', fail);
      try {
        await start?.();
      } catch (error) {
        fail(error);
      }
      return ended;
    },
  };
}
