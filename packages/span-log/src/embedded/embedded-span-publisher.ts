import type { Logger } from '@spanhouse/service-runtime';
import type { LogPosition } from '../log-position.js';
import { bytesOf, toMessage } from '../log-record.js';
import { reasonOf } from '../reason-of.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import type { Arrivals } from './arrivals.js';
import type { GroupCommit } from './group-commit.js';
import { keyOf } from './log-keys.js';
import type { LogDescription, LogStore } from './log-store.js';
import type { SpaceGuard } from './space-guard.js';
import { encodeStored } from './stored-message.js';

export interface EmbeddedPublisherParts {
  readonly store: LogStore;
  readonly commits: GroupCommit;
  readonly arrivals: Arrivals;
  readonly guard: SpaceGuard;
  readonly description: LogDescription;
  readonly maxInFlightBytes: number;
  readonly logger: Logger;
}

/** Matches the largest Kafka message, so that a request fits either log. */
const maxRecordBytes = 16 * 1024 * 1024;

export class EmbeddedSpanPublisher implements SpanPublisher {
  readonly partitionCount: number;
  readonly maxRecordBytes = maxRecordBytes;
  readonly logId: string;
  readonly maxInFlightBytes: number;
  readonly #parts: EmbeddedPublisherParts;
  #inFlightBytes = 0;
  #isClosed = false;

  constructor(parts: EmbeddedPublisherParts) {
    this.#parts = parts;
    this.partitionCount = parts.description.partitionCount;
    this.logId = parts.description.logId;
    this.maxInFlightBytes = parts.maxInFlightBytes;
  }

  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  async publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const refused = this.#refuse(records);
    if (refused !== undefined) return refused;
    const bytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
    if (this.#inFlightBytes + bytes > this.maxInFlightBytes) {
      return { ...retryable('the span log is busy: too many bytes are in flight'), limit: 'busy' };
    }
    this.#inFlightBytes += bytes;
    try {
      return await this.#write(records, bytes);
    } catch (error) {
      return retryable(reasonOf(error));
    } finally {
      this.#inFlightBytes -= bytes;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#parts.commits.settled();
  }

  #refuse(records: readonly LogRecord[]): PublishOutcome | undefined {
    if (this.#isClosed) return retryable('the span log is closed');
    const tooLarge = records.find((record) => bytesOf(record) > maxRecordBytes);
    if (tooLarge !== undefined) {
      const reason = `a record has ${bytesOf(tooLarge)} bytes, at most ${maxRecordBytes} are possible`;
      return { status: 'failed', reason };
    }
    const isKnown = (partition: number): boolean =>
      Number.isInteger(partition) && partition >= 0 && partition < this.partitionCount;
    const stray = records.find(({ partition }) => !isKnown(partition));
    return stray && { status: 'failed', reason: `the log has no partition ${stray.partition}` };
  }

  async #write(records: readonly LogRecord[], bytes: number): Promise<PublishOutcome> {
    const { store, commits, arrivals, guard } = this.#parts;
    if (records.length === 0) return { status: 'published', positions: [] };
    const refusal = await guard.refusal(bytes);
    if (refusal !== undefined) return { ...retryable(refusal), limit: 'no_room' };
    const stored = await Promise.all(records.map(toStored));
    const positions: LogPosition[] = [];
    await commits.write(() => {
      const puts = stored.map(({ partition, value }) => {
        const offset = arrivals.takeOffset(partition);
        positions.push({ partition, offset });
        return store.messages.put(keyOf(partition, offset), value);
      });
      return Promise.all(puts);
    });
    for (const { partition, offset } of positions) arrivals.announce(partition, offset + 1);
    return { status: 'published', positions };
  }
}

const toStored = async (record: LogRecord): Promise<{ partition: number; value: Buffer }> => {
  const { headers, value } = await toMessage(record);
  return { partition: record.partition, value: encodeStored(headers, value) };
};

const retryable = (reason: string) =>
  ({ status: 'retryable', reason, retryAfterSeconds: 1 }) as const;
