import { type RecordWriter, retryable } from '../messages/bounded-publisher.js';
import type { LogPosition } from '../messages/log-position.js';
import { toMessage } from '../messages/log-record.js';
import type { MessageNumbers } from '../messages/message-numbers.js';
import type { LogRecord, PublishOutcome } from '../span-publisher.js';
import type { Arrivals } from './arrivals.js';
import type { GroupCommit } from './group-commit.js';
import { keyOf } from './log-keys.js';
import type { LogStore } from './log-store.js';
import type { SpaceGuard } from './space-guard.js';
import { encodeStored } from './stored-message.js';

export interface EmbeddedRecordWriterParts {
  readonly store: LogStore;
  readonly commits: GroupCommit;
  readonly arrivals: Arrivals;
  readonly guard: SpaceGuard;
  readonly numbers: MessageNumbers;
}

/**
 * Writes the records of a publish in one commit, so that either all or none of them are stored. Offsets and numbers are
 * assigned inside the commit step and therefore follow the order of the commits. The log keeps the latest receive time
 * even after its message is removed.
 */
export class EmbeddedRecordWriter implements RecordWriter {
  readonly #parts: EmbeddedRecordWriterParts;
  #latestReceipt: bigint;

  constructor(parts: EmbeddedRecordWriterParts) {
    this.#parts = parts;
    this.#latestReceipt = parts.store.readLatestReceipt();
  }

  async write(records: readonly LogRecord[], bytes: number): Promise<PublishOutcome> {
    const { store, commits, arrivals, guard, numbers } = this.#parts;
    if (records.length === 0) {
      return { status: 'published', positions: [] };
    }
    const refusal = await guard.refusal(bytes);
    if (refusal !== undefined) {
      return { ...retryable(refusal), limit: 'no_room' };
    }
    const messages = await Promise.all(records.map(toPartitionMessage));
    const positions: LogPosition[] = [];
    await commits.write(() => {
      const puts = messages.map(({ partition, headers, value }) => {
        const offset = arrivals.takeOffset(partition);
        positions.push({ partition, offset });
        const stored = encodeStored(numbers.number(partition, headers), value);
        return store.messages.put(keyOf(partition, offset), stored);
      });
      for (const { receivedAt } of records) {
        if (receivedAt > this.#latestReceipt) {
          this.#latestReceipt = receivedAt;
        }
      }
      return Promise.all([...puts, store.putLatestReceipt(this.#latestReceipt)]);
    });
    for (const { partition, offset } of positions) {
      arrivals.announce(partition, offset + 1);
    }
    return { status: 'published', positions };
  }

  async close(): Promise<void> {
    await this.#parts.commits.finished();
  }
}

async function toPartitionMessage(record: LogRecord) {
  return { partition: record.partition, ...(await toMessage(record)) };
}
