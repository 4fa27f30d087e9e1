import { randomInt } from 'node:crypto';
import type { Clock, Config, Logger, Registry } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '@spanhouse/span-log/offsets';
import type {
  SpanMetricsStore,
  TombstoneRemover,
  WordIndexer,
} from '@spanhouse/trace-store/writer';
import type { countingConfigFields, upkeepConfigFields } from '../config.js';
import {
  createLedgerRounds,
  LEDGER_INTERVAL_MS,
  type LedgerParts,
} from '../ledger/ledger-rounds.js';
import { createRemovalCounter, createRoundObserver } from '../metrics.js';
import { SpanMetricsRounds } from '../span-metrics/span-metrics-rounds.js';
import { removeDeleted } from './remove-deleted.js';
import { runRounds } from './run-rounds.js';

/** The dependencies of the background work that one consumer does for the group. */
export interface UpkeepDependencies {
  readonly remover: Pick<TombstoneRemover, 'removeBatch'>;
  readonly wordIndexer: Pick<WordIndexer, 'indexNew'>;
  /** Dependencies for counting spans. If they are missing, there are no span metrics. */
  readonly spanMetrics?: CountingParts;
  /** Dependencies for comparing the ledger with the store. If they are missing, nothing is compared. */
  readonly ledgerCheck?: LedgerParts;
  readonly upkeep: Config<typeof upkeepConfigFields>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly registry: Registry;
}

/** Returns a function that does the work of the consumer in charge until the given signal aborts. */
export function createUpkeep(
  dependencies: UpkeepDependencies,
  isInCharge: () => boolean,
): (signal: AbortSignal) => Promise<unknown> {
  const { remover, wordIndexer, upkeep, clock, logger, registry } = dependencies;
  const intervalMs = upkeep.REMOVAL_INTERVAL_MS;
  const onRemoved = createRemovalCounter(registry);
  const removal = { clock, logger, isInCharge, remover, intervalMs, onRemoved };
  const spanMetrics = createRounds(dependencies.spanMetrics, dependencies);
  const ledgerRounds = createLedgerRounds(dependencies.ledgerCheck, {
    clock,
    registry,
    isInCharge,
  });
  const indexWords = async (signal: AbortSignal) => {
    const partitions = await wordIndexer.indexNew(signal);
    if (partitions > 0) {
      logger.info({ partitions }, 'indexing the words of new spans');
    }
  };
  return (signal) => {
    const repeat = (intervalMs: number, delayed: string, work: () => Promise<void>) =>
      runRounds({ clock, logger, isInCharge, intervalMs, delayed }, work, signal);
    return Promise.all([
      removeDeleted(removal, signal),
      repeat(upkeep.WORD_INDEX_INTERVAL_MS, 'indexing of words delayed', () => indexWords(signal)),
      spanMetrics &&
        repeat(ROUND_INTERVAL_MS, 'span metrics delayed', () => spanMetrics.run(signal)),
      ledgerRounds &&
        repeat(LEDGER_INTERVAL_MS, 'comparison of the ledger delayed', () =>
          ledgerRounds.run(signal),
        ),
    ]);
  };
}

/** The store, the log and the settings for counting spans. */
interface CountingParts {
  readonly store: SpanMetricsStore;
  readonly offsets: Pick<CommittedOffsets, 'generation' | 'read' | 'readEnds'>;
  readonly settings: Config<typeof countingConfigFields>;
}

/** Time between two rounds. Each span is counted within three rounds after it is stored. */
const ROUND_INTERVAL_MS = 4000;

const AUTHORS = 2 ** 32;

/** Creates the rounds. Returns undefined if spans are not counted. */
function createRounds(
  parts: CountingParts | undefined,
  { clock, registry }: { readonly clock: Clock; readonly registry: Registry },
): SpanMetricsRounds | undefined {
  if (parts?.settings.SPAN_METRICS !== true) {
    return undefined;
  }
  const { store, offsets, settings } = parts;
  return new SpanMetricsRounds({
    store,
    offsets,
    clock,
    author: randomInt(AUTHORS),
    maxSeries: settings.SPAN_METRICS_MAX_SERIES,
    waitMs: settings.SERVICE_GRAPH_WAIT_MS,
    isByNamespace: settings.SERVICE_GRAPH_NAMESPACES,
    onRound: createRoundObserver(registry),
  });
}
