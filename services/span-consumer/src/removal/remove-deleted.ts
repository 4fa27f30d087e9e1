import { AppError, type Clock, type Logger } from '@spanhouse/service-runtime';
import type { TombstoneRemover } from '@spanhouse/trace-store/writer';

/** The parts of the removal. */
export interface RemovalOptions {
  readonly remover: Pick<TombstoneRemover, 'removeBatch'>;
  /** Called before each round: only one consumer of the group removes rows. */
  readonly isInCharge: () => boolean;
  readonly intervalMs: number;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly onRemoved: (deletes: number) => void;
}

/** Deletes of one batch; they become one statement and one rewrite of the affected parts. */
const MAX_DELETES = 1000;

/**
 * Removes the rows that deletes have hidden, round by round, until `signal` aborts. Never rejects: reads
 * do not wait for it, and the next round continues after a failure.
 */
export async function removeDeleted(options: RemovalOptions, signal: AbortSignal): Promise<void> {
  const { clock, intervalMs, isInCharge, logger } = options;
  while (!signal.aborted) {
    try {
      await clock.sleep(intervalMs, signal);
      if (isInCharge()) {
        await removeAll(options, signal);
      }
    } catch (err) {
      if (signal.aborted) {
        return;
      }
      const isPassing = err instanceof AppError && err.retryable;
      logger[isPassing ? 'warn' : 'error']({ err }, 'removal of deleted traces delayed');
    }
  }
}

async function removeAll(options: RemovalOptions, signal: AbortSignal): Promise<void> {
  const { remover, logger, onRemoved } = options;
  for (let deletes = MAX_DELETES; deletes === MAX_DELETES; ) {
    const outcome = await remover.removeBatch(MAX_DELETES, signal);
    if (outcome.status === 'busy') {
      const { reason } = outcome;
      logger.warn({ reason }, 'ClickHouse is still removing deleted traces');
      return;
    }
    deletes = outcome.deletes;
    if (deletes > 0) {
      logger.info({ deletes }, 'deleted traces removed');
    }
    onRemoved(deletes);
  }
}
