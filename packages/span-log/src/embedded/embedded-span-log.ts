import { AppError, type Clock, type Logger, lockDirectory } from '@spanhouse/service-runtime';
import type { CommittedOffsets } from '../committed-offsets.js';
import type { DeadLetterReader } from '../dead-letter-reader.js';
import type { DeadLetterSink } from '../dead-letter-sink.js';
import { BoundedPublisher, type RecordWriter, retryable } from '../messages/bounded-publisher.js';
import type { LogPosition } from '../messages/log-position.js';
import { MAX_RECORD_BYTES, toMessage } from '../messages/log-record.js';
import { MessageNumbers } from '../messages/message-numbers.js';
import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import type { SpanSubscription } from '../span-subscription.js';
import { createLogId, MAX_GENERATION } from '../topics.js';
import { Arrivals } from './arrivals.js';
import { CommittedPositions } from './committed-positions.js';
import {
  DeadLetterBounds,
  type DeadLetterLimits,
  type DeadLetterStats,
} from './dead-letter-bounds.js';
import { EmbeddedCommittedOffsets } from './embedded-committed-offsets.js';
import { EmbeddedDeadLetters } from './embedded-dead-letters.js';
import { EmbeddedSpanSubscription } from './embedded-span-subscription.js';
import { GroupCommit } from './group-commit.js';
import { keyOf } from './log-keys.js';
import type { EmbeddedLogParts } from './log-parts.js';
import { type LogDescription, type LogStore, openLogStore, type StoreSize } from './log-store.js';
import { SpaceGuard } from './space-guard.js';
import { StoredLetters } from './stored-letters.js';
import { encodeStored } from './stored-message.js';
import { Trimmer } from './trimmer.js';

/** Location and limits of an embedded log. */
export interface EmbeddedSpanLogOptions {
  /** Path of the directory that holds only this log. The directory is created if it does not exist. */
  readonly path: string;
  /** Number of partitions of a new log; an existing log keeps its number. */
  readonly partitions: number;
  readonly maxBytes: number;
  readonly minFreeBytes: number;
  readonly maxInFlightBytes: number;
  readonly deadLetters: DeadLetterLimits;
  /**
   * Called when a log is created. Resolves with a generation that is higher than the generation of every row in the
   * store.
   */
  readonly generationForNewLog: () => Promise<number>;
  /**
   * Minimum generation; default 1. A log with a lower generation gets a new identity and MUST NOT have unread messages.
   */
  readonly minGeneration?: number | undefined;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** A log in one LMDB file, for one process. `kill -9` loses neither published messages nor committed positions. */
export interface EmbeddedSpanLog {
  readonly publisher: SpanPublisher;
  readonly subscription: SpanSubscription;
  readonly offsets: CommittedOffsets;
  readonly deadLetters: DeadLetterSink & DeadLetterReader;
  /**
   * The latest receive time among the messages that were written before the log was opened, in ns since the Unix epoch;
   * 0 if the log never had a message.
   */
  readonly latestReceipt: bigint;
  /** Returns the current size, for gauges. */
  stats(): StoreSize;
  /** Returns the size of the dead letters and the number of removed rows, for metrics. */
  deadLetterStats(): DeadLetterStats;
  /** Stops delivery, waits for running writes and releases the directory. */
  close(): Promise<void>;
}

/** Initial size of the file. It is sufficient if the consumer keeps up with 50,000 spans per second. */
const PREALLOCATED_BYTES = 128 * 1024 * 1024;

/** Opens or creates the log. Rejects with an AppError: DIRECTORY_IN_USE, DIRECTORY_UNUSABLE or LOG_UNAVAILABLE. */
export async function openEmbeddedSpanLog(
  options: EmbeddedSpanLogOptions,
): Promise<EmbeddedSpanLog> {
  const { path: directory } = options;
  const lock = lockDirectory(directory);
  try {
    const store = await openLogStore({
      directory,
      mapBytes: 2 * options.maxBytes,
      preallocatedBytes: Math.min(PREALLOCATED_BYTES, options.maxBytes),
      minFreeBytes: options.minFreeBytes,
    });
    const description = await describeLog(store, options);
    await new StoredLetters(store).completeTimes();
    const log = assemble(store, description, options);
    return {
      ...log,
      close: async () => {
        await log.close();
        lock.release();
      },
    };
  } catch (error) {
    lock.release();
    throw error;
  }
}

/** Reads the identity of an existing log, or creates one for a new log. */
async function describeLog(
  store: LogStore,
  { partitions, generationForNewLog, minGeneration = 1, logger }: EmbeddedSpanLogOptions,
): Promise<LogDescription> {
  const known = store.readDescription();
  if (known !== undefined && known.generation >= minGeneration) {
    if (known.partitionCount !== partitions) {
      const { partitionCount } = known;
      logger.warn({ partitions, partitionCount }, 'log keeps its partition count');
    }
    return known;
  }
  const generation = Math.max(minGeneration, await generationForNewLog());
  if (!Number.isInteger(generation) || generation < 1 || generation > MAX_GENERATION) {
    throw new AppError('LOG_UNAVAILABLE', `a log cannot have the generation ${generation}`);
  }
  const partitionCount = known?.partitionCount ?? partitions;
  const description = { logId: createLogId(), generation, partitionCount };
  await store.describe(description);
  logger.info({ logId: description.logId, generation }, 'log created');
  return { format: 1, ...description };
}

/**
 * Connects the parts to an open store. A failed commit resets the offsets, and a stalled commit ends the subscription.
 */
function assemble(
  store: LogStore,
  description: LogDescription,
  options: EmbeddedSpanLogOptions,
): EmbeddedSpanLog {
  const { path: directory, maxBytes, minFreeBytes, maxInFlightBytes, clock, logger } = options;
  const partitions = Array.from({ length: description.partitionCount }, (_, index) => index);
  const positions = new CommittedPositions(partitions.map((index) => store.readPosition(index)));
  const endsOnDisk = (): readonly number[] =>
    partitions.map((index) =>
      Math.max((store.lastOffset(index) ?? -1) + 1, positions.offsetOf(index)),
    );
  const arrivals = new Arrivals(endsOnDisk());
  const numbers = new MessageNumbers();
  const stats = (): StoreSize => store.size();
  const guard = new SpaceGuard({ directory, maxBytes, minFreeBytes, clock, size: stats });
  const commits: GroupCommit = new GroupCommit({
    clock,
    logger,
    onFailure: (error) => {
      guard.commitFailed(error.message);
      arrivals.restart(endsOnDisk());
      numbers.restart();
    },
    onStall: (error) => subscription.fail(error),
  });
  const shared = { store, commits, positions, description, clock, logger };
  const trimmer = new Trimmer(shared);
  const parts = { ...shared, arrivals, guard, numbers, trimmer };
  const publisher = new BoundedPublisher({
    ...description,
    maxRecordBytes: MAX_RECORD_BYTES,
    maxInFlightBytes,
    writer: new EmbeddedRecordWriter(parts),
  });
  const subscription = new EmbeddedSpanSubscription(parts);
  const offsets = new EmbeddedCommittedOffsets(parts);
  const limits = options.deadLetters;
  const letterParts = { letters: new StoredLetters(store), commits, limits, clock, logger };
  const bounds = new DeadLetterBounds(letterParts);
  const deadLetters = new EmbeddedDeadLetters({ ...letterParts, ...description, bounds });
  trimmer.trim();
  bounds.watch();
  return {
    publisher,
    subscription,
    offsets,
    deadLetters,
    latestReceipt: store.readLatestReceipt(),
    stats,
    deadLetterStats: () => bounds.stats(),
    close: async () => {
      bounds.close();
      const closing = [subscription, publisher, offsets, trimmer, deadLetters];
      await Promise.all(closing.map((part) => part.close()));
      await commits.finished();
      await store.close();
    },
  };
}

/**
 * Writes the records of one publish in a single commit, so that either all or none of them are stored. Assigns offsets
 * and numbers inside the commit step, so that they follow the order of the commits. Stores the latest receive time
 * separately, because it is still needed after the message has been removed.
 */
class EmbeddedRecordWriter implements RecordWriter {
  readonly #parts: EmbeddedLogParts;
  #latestReceipt: bigint;

  constructor(parts: EmbeddedLogParts) {
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
