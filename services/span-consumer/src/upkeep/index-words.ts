import type { WordIndexer } from '@spanhouse/trace-store/writer';
import { type Rounds, runRounds } from './run-rounds.js';

interface IndexWordsOptions extends Rounds {
  readonly wordIndexer: Pick<WordIndexer, 'indexNew'>;
}

/** Lets ClickHouse build the indexes of words for new data, round by round, until `signal` aborts. Never rejects. */
export async function indexWords(options: IndexWordsOptions, signal: AbortSignal): Promise<void> {
  const { wordIndexer, logger } = options;
  const index = async () => {
    const partitions = await wordIndexer.indexNew(signal);
    if (partitions > 0) {
      logger.info({ partitions }, 'indexing the words of new spans');
    }
  };
  await runRounds({ ...options, delayed: 'indexing of words delayed' }, index, signal);
}
