import { zstdDecompressSync } from 'node:zlib';
import { decodeSpanRows, splitRows } from '@spanhouse/span-row';
import type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from '../span-writer.js';

/** How the writer reads the rows of a frame. */
export interface FrameText {
  /** The rows of the frame, each as a text; undefined for a frame that is damaged. */
  rowsOf(frame: Uint8Array, rowSchemaVersion: number): readonly string[] | undefined;
  isRowOf(row: string, traceId: string): boolean;
}

interface StoredRow {
  readonly row: string;
  readonly partition: number;
  readonly logOffset: bigint;
}

const unreadable = 'unreadable';

/** Stores rows in memory, each block once per token, as ClickHouse does. */
export class FakeSpanWriter implements SpanWriter {
  /** The blocks of every attempt. */
  readonly blocks: SpanBlock[] = [];
  readonly tombstoneBlocks: TombstoneBlock[] = [];
  /** Counts the calls of `forgetPartitions`. */
  forgotten = 0;
  /** Decides which rows a CHECK constraint refuses. */
  refuses: (row: string) => boolean = () => false;
  readonly #frames: FrameText;
  readonly #tokens = new Map<string, string>();
  /** Tokens that are recorded without their rows. */
  readonly #lost = new Set<string>();
  readonly #stored: StoredRow[] = [];

  constructor(frames: FrameText = encodedFrames) {
    this.#frames = frames;
  }

  /** The rows that reads show: none whose trace was deleted after it in the log. */
  get rows(): readonly string[] {
    return this.#stored.filter((stored) => !this.#isDeleted(stored)).map(({ row }) => row);
  }

  write(block: SpanBlock, signal?: AbortSignal): Promise<WriteOutcome> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    this.blocks.push(block);
    const bytes = Buffer.concat(block.frames).toString('base64');
    const stored = this.#tokens.get(block.deduplicationToken);
    if (stored !== undefined && stored !== bytes) {
      throw new Error(`token ${block.deduplicationToken} names two blocks`);
    }
    const refused = this.refusedRow(block);
    if (refused !== undefined) {
      const reason = `refused ${refused}`;
      return Promise.resolve({ status: 'refused', code: 'VIOLATED_CONSTRAINT', reason });
    }
    if (stored === undefined) {
      this.#store(block);
    }
    this.#tokens.set(block.deduplicationToken, bytes);
    return Promise.resolve({ status: 'written' });
  }

  async writeAgain(block: SpanBlock, signal?: AbortSignal): Promise<WriteOutcome> {
    const outcome = await this.write(block, signal);
    if (outcome.status === 'written' && this.#lost.delete(block.deduplicationToken)) {
      this.#store(block);
    }
    return outcome;
  }

  /** Loses the rows of a block and keeps its token, as a ClickHouse can that is killed at the worst moment. */
  loseRows(block: SpanBlock): void {
    const { deduplicationToken: token, frames } = block;
    if (this.#tokens.has(token) || this.refusedRow(block) !== undefined) {
      return;
    }
    this.#tokens.set(token, Buffer.concat(frames).toString('base64'));
    this.#lost.add(token);
  }

  writeTombstones(block: TombstoneBlock, signal?: AbortSignal): Promise<WriteOutcome> {
    if (signal?.aborted) {
      return Promise.reject(signal.reason);
    }
    this.tombstoneBlocks.push(block);
    return Promise.resolve({ status: 'written' });
  }

  refusedRow(block: SpanBlock): string | undefined {
    return this.#rowsOf(block).find((row) => row === unreadable || this.refuses(row));
  }

  forgetPartitions(): void {
    this.forgotten++;
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #store(block: SpanBlock): void {
    const { logPartition: partition, logOffset } = block;
    this.#stored.push(...this.#rowsOf(block).map((row) => ({ row, partition, logOffset })));
  }

  #isDeleted({ row, partition, logOffset }: StoredRow): boolean {
    return this.tombstoneBlocks.some(
      ({ logPartition, tombstones }) =>
        logPartition === partition &&
        tombstones.some(
          (deleted) => this.#frames.isRowOf(row, deleted.traceId) && logOffset < deleted.logOffset,
        ),
    );
  }

  #rowsOf({ frames, rowSchemaVersion }: SpanBlock): readonly string[] {
    return frames.flatMap((frame) => this.#frames.rowsOf(frame, rowSchemaVersion) ?? [unreadable]);
  }
}

/** The frames that SpanRowEncoder and zstd make; a row is shown as `<trace_id>/<span_id>`. */
const encodedFrames: FrameText = {
  rowsOf(frame, rowSchemaVersion) {
    try {
      const bytes = zstdDecompressSync(frame);
      splitRows(bytes, rowSchemaVersion);
      return decodeSpanRows(bytes, rowSchemaVersion).map(
        ({ trace_id, span_id }) => `${trace_id}/${span_id}`,
      );
    } catch {
      return undefined;
    }
  },
  isRowOf: (row, traceId) => row.startsWith(`${traceId}/`),
};
