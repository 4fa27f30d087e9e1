import type { TombstoneRemover } from '@spanhouse/trace-store/writer';
import { type Rounds, runRounds } from './run-rounds.js';

/** Dependencies for removing the rows of deleted traces. */
export interface RemovalOptions extends Rounds {
  readonly remover: Pick<TombstoneRemover, 'removeBatch'>;
  readonly onRemoved: (deletes: number) => void;
}

/**
 * Maximum number of deletes in a batch. ClickHouse runs one statement per batch and rewrites the affected parts once.
 */
const MAX_DELETES = 1000;

/** Removes rows of deleted traces, round by round, until `signal` aborts. Never rejects. */
export async function removeDeleted(options: RemovalOptions, signal: AbortSignal): Promise<void> {
  const delayed = 'removal of deleted traces delayed';
  await runRounds({ ...options, delayed }, () => removeAll(options, signal), signal);
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
