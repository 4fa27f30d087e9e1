import type { LogRecord, PublishOutcome, SpanPublisher } from '../span-publisher.js';
import { bytesOf } from './log-record.js';
import { reasonOf } from './reason-of.js';

const RETRY_AFTER_SECONDS = 1;

/** Stores the records that a BoundedPublisher has admitted. Each kind of log has an implementation. */
export interface RecordWriter {
  /** The reason why nothing can be written now; undefined if records can be written. */
  readonly outage?: string | undefined;
  /** Makes all records durable. `bytes` is their total size. If this rejects, the publish resolves with `retryable`. */
  write(records: readonly LogRecord[], bytes: number): Promise<PublishOutcome>;
  /** Called once, after the last write has ended. */
  close(): Promise<void>;
}

export interface BoundedPublisherOptions {
  readonly logId: string;
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  readonly maxInFlightBytes: number;
  readonly writer: RecordWriter;
}

/**
 * The admission rules of every log. Refuses records that can never be written, limits the bytes in flight, and turns
 * every fault into an outcome.
 */
export class BoundedPublisher implements SpanPublisher {
  readonly logId: string;
  readonly partitionCount: number;
  readonly maxRecordBytes: number;
  readonly maxInFlightBytes: number;
  readonly #writer: RecordWriter;
  readonly #writes = new Set<Promise<unknown>>();
  #inFlightBytes = 0;
  #isClosed = false;

  constructor(options: BoundedPublisherOptions) {
    this.logId = options.logId;
    this.partitionCount = options.partitionCount;
    this.maxRecordBytes = options.maxRecordBytes;
    this.maxInFlightBytes = options.maxInFlightBytes;
    this.#writer = options.writer;
  }

  get inFlightBytes(): number {
    return this.#inFlightBytes;
  }

  async publish(records: readonly LogRecord[]): Promise<PublishOutcome> {
    const refusal = this.#refuse(records);
    if (refusal !== undefined) {
      return refusal;
    }
    const bytes = records.reduce((sum, record) => sum + bytesOf(record), 0);
    if (this.#inFlightBytes + bytes > this.maxInFlightBytes) {
      return { ...retryable('the span log is busy: too many bytes are in flight'), limit: 'busy' };
    }
    this.#inFlightBytes += bytes;
    const write = this.#writer.write(records, bytes);
    this.#writes.add(write);
    try {
      return await write;
    } catch (error) {
      return retryable(reasonOf(error));
    } finally {
      this.#writes.delete(write);
      this.#inFlightBytes -= bytes;
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.allSettled(this.#writes);
    await this.#writer.close();
  }

  #refuse(records: readonly LogRecord[]): PublishOutcome | undefined {
    if (this.#isClosed) {
      return retryable('the span log is closed');
    }
    if (this.#writer.outage !== undefined) {
      return retryable(this.#writer.outage);
    }
    const tooLarge = records.find((record) => bytesOf(record) > this.maxRecordBytes);
    if (tooLarge !== undefined) {
      const reason = `a record has ${bytesOf(tooLarge)} bytes, at most ${this.maxRecordBytes} are accepted`;
      return { status: 'failed', reason };
    }
    const isKnown = (partition: number): boolean =>
      Number.isInteger(partition) && partition >= 0 && partition < this.partitionCount;
    const stray = records.find(({ partition }) => !isKnown(partition));
    return stray && { status: 'failed', reason: `the log has no partition ${stray.partition}` };
  }
}

/** Returns the outcome of a publish that may be retried after a second. */
export function retryable(reason: string) {
  return { status: 'retryable', reason, retryAfterSeconds: RETRY_AFTER_SECONDS } as const;
}
