import type { Clock, Config, Logger, Registry } from '@spanhouse/service-runtime';
import type { TombstoneRemover, WordIndexer } from '@spanhouse/trace-store/writer';
import type { upkeepConfigFields } from '../config.js';
import {
  createLedgerRounds,
  LEDGER_INTERVAL_MS,
  type LedgerParts,
} from '../ledger/create-ledger-rounds.js';
import { createRemovalCounter } from '../metrics.js';
import {
  type CountingParts,
  createRounds,
  ROUND_INTERVAL_MS,
} from '../span-metrics/create-rounds.js';
import { checkLedger } from './check-ledger.js';
import { countSpans } from './count-spans.js';
import { indexWords } from './index-words.js';
import { removeDeleted } from './remove-deleted.js';

/** The parts of the work that one consumer does for all. */
export interface UpkeepDependencies {
  readonly remover: Pick<TombstoneRemover, 'removeBatch'>;
  readonly wordIndexer: Pick<WordIndexer, 'indexNew'>;
  /** Absent: spans are not counted for their metrics. */
  readonly spanMetrics?: CountingParts;
  /** Absent: what is stored is not compared with what was accepted. */
  readonly ledgerCheck?: LedgerParts;
  readonly upkeep: Config<typeof upkeepConfigFields>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Prepares the work of the consumer in charge; the returned function runs until its signal aborts. */
export function createUpkeep(
  dependencies: UpkeepDependencies,
  isInCharge: () => boolean,
): (signal: AbortSignal) => Promise<unknown> {
  const { remover, wordIndexer, upkeep, clock, logger, registry } = dependencies;
  const removed = createRemovalCounter(registry);
  const shared = { clock, logger, isInCharge };
  const removal = {
    ...shared,
    remover,
    intervalMs: upkeep.REMOVAL_INTERVAL_MS,
    onRemoved: (deletes: number) => removed.inc(deletes),
  };
  const indexing = { ...shared, wordIndexer, intervalMs: upkeep.WORD_INDEX_INTERVAL_MS };
  const spanMetrics = createRounds(dependencies.spanMetrics, dependencies);
  const counting = { ...shared, intervalMs: ROUND_INTERVAL_MS };
  const ledgerRounds = createLedgerRounds(dependencies.ledgerCheck, {
    clock,
    registry,
    isInCharge,
  });
  const checking = { ...shared, intervalMs: LEDGER_INTERVAL_MS };
  return (signal) =>
    Promise.all([
      removeDeleted(removal, signal),
      indexWords(indexing, signal),
      spanMetrics && countSpans({ ...counting, spanMetrics }, signal),
      ledgerRounds && checkLedger({ ...checking, ledgerRounds }, signal),
    ]);
}
