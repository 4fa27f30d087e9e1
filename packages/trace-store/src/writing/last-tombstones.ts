import type { Clock } from '@spanhouse/service-runtime';
import { type ClickHouseClient, execute } from '../connection/client.js';
import { tableRows } from '../connection/run-statement.js';
import { selectLastTombstones } from '../deleting/tombstones.js';
import type { SpanBlock } from '../span-writer.js';
import { orAborted } from './open-inserts.js';

/**
 * Time for which cached offsets are current. Within this time after a read, no other process can write deletes in a
 * partition of this process. Even if this process stops responding, it keeps its partitions for Kafka's session
 * timeout, which is at least 6 s.
 */
const CURRENT_MS = 5000;

type Offsets = ReadonlyMap<number, bigint>;

/** Caches the log offset of the last delete in each partition, so that ClickHouse is rarely queried for it. */
export class LastTombstones {
  readonly #client: ClickHouseClient;
  readonly #clock: Pick<Clock, 'monotonicMs'>;
  #reading: Promise<Offsets> | undefined;
  #readMs = 0;

  constructor(client: ClickHouseClient, clock: Pick<Clock, 'monotonicMs'>) {
    this.#client = client;
    this.#clock = clock;
  }

  /**
   * Returns whether a stored delete comes after the block in the log. In this case the log is being read again, or
   * another process owns the partition.
   */
  async isAfter({ logPartition, logOffset }: SpanBlock, signal: AbortSignal): Promise<boolean> {
    const offsets = await orAborted(this.#current(), signal);
    return logOffset < (offsets.get(logPartition) ?? 0n);
  }

  forget(): void {
    this.#reading = undefined;
  }

  /** Reads the offsets. Concurrent requests share one read. */
  #current(): Promise<Offsets> {
    const nowMs = this.#clock.monotonicMs();
    if (this.#reading !== undefined && nowMs - this.#readMs < CURRENT_MS) {
      return this.#reading;
    }
    const reading = this.#read();
    this.#reading = reading;
    this.#readMs = nowMs;
    reading.catch(() => {
      if (this.#reading === reading) {
        this.#reading = undefined;
      }
    });
    return reading;
  }

  async #read(): Promise<Offsets> {
    const rows = tableRows(await execute(this.#client, selectLastTombstones));
    return new Map(rows.map(([partition, offset]) => [Number(partition), BigInt(offset ?? 0)]));
  }
}
