import { tableRows } from '../connection/answer-rows.js';
import { type ClickHouseClient, readAll } from '../connection/clickhouse-client.js';
import { clickhouseUnavailable } from '../connection/clickhouse-failure.js';
import type { WordIndexer } from '../store-upkeep.js';

/** The partitions of `spans`, each with a number that changes with its parts; empty while parts are being rewritten. */
const selectPartitions = `SELECT partition_id, toString(groupBitXor(cityHash64(min_block_number, max_block_number, level)))
FROM system.parts
WHERE active AND database = currentDatabase() AND table = 'spans' AND NOT EXISTS (
  SELECT 1 FROM system.mutations WHERE database = currentDatabase() AND table = 'spans' AND NOT is_done
)
GROUP BY partition_id
FORMAT TabSeparated`;

const indexes = ['attributes_words_bloom', 'events_words_bloom'];

/** Builds the word indexes on each server. ClickHouse skips parts that have them. */
export class ClickHouseWordIndexer implements WordIndexer {
  readonly #clients: readonly ClickHouseClient[];
  /** The contents of each server's partitions when they were last indexed. */
  readonly #indexed = new Map<ClickHouseClient, Map<string, string>>();

  /** The clients MUST be connected to the database of the servers' own tables. */
  constructor(clients: readonly ClickHouseClient[]) {
    this.#clients = clients;
  }

  async indexNew(signal: AbortSignal): Promise<number> {
    let count = 0;
    for (const client of this.#clients) {
      const indexed = this.#indexed.get(client) ?? new Map<string, string>();
      this.#indexed.set(client, indexed);
      for (const [partition = '', parts = ''] of await run(client, selectPartitions, signal)) {
        if (indexed.get(partition) !== parts) {
          const commands = indexes.map(
            (index) => `MATERIALIZE INDEX ${index} IN PARTITION ID '${partition}'`,
          );
          await run(client, `ALTER TABLE spans ${commands.join(', ')}`, signal);
          indexed.set(partition, parts);
          count += 1;
        }
      }
    }
    return count;
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}

async function run(
  client: ClickHouseClient,
  query: string,
  signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
  try {
    const { stream } = await client.exec({ query, abort_signal: signal });
    return tableRows(await readAll(stream));
  } catch (cause) {
    signal.throwIfAborted();
    throw clickhouseUnavailable('the indexes of words are not built', cause);
  }
}
