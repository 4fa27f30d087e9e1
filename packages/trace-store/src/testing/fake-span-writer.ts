import { zstdDecompressSync } from 'node:zlib';
import { decodeSpanRows, splitRows } from '@spanhouse/span-row';
import type { SpanBlock, SpanWriter, TombstoneBlock, WriteOutcome } from '../span-writer.js';
import { InsertQueue } from '../writing/insert-queue.js';
import { canJoin, tokenOfInsert } from '../writing/joined-blocks.js';

/** Functions that read the rows in a frame. */
export interface FrameText {
  /** Returns the rows of a frame as strings, or undefined if the frame is damaged. */
  rowsOf(frame: Uint8Array, rowSchemaVersion: number): readonly string[] | undefined;
  isRowOf(row: string, traceId: string): boolean;
}

interface StoredRow {
  readonly row: string;
  readonly partition: number;
  readonly logOffset: bigint;
}

/** Runs an insert. A test can change or delay the outcome. */
type Request = (insert: () => WriteOutcome) => Promise<WriteOutcome>;

const unreadable = 'unreadable';
const never = new AbortController().signal;

/** Stores rows in memory, once per token of an insert. Blocks are joined in the same way as in ClickHouseSpanWriter. */
export class FakeSpanWriter implements SpanWriter {
  /** The blocks of every attempt. */
  readonly blocks: SpanBlock[] = [];
  readonly tombstoneBlocks: TombstoneBlock[] = [];
  /** Number of calls to `forgetPartitions`. */
  forgotten = 0;
  /** Returns whether a CHECK constraint refuses a row. */
  refuses: (row: string) => boolean = () => false;
  readonly #frames: FrameText;
  readonly #tokens = new Map<string, string>();
  /** Tokens that are remembered although their rows were lost. */
  readonly #lost = new Set<string>();
  readonly #stored: StoredRow[] = [];
  readonly #queue = this.#openQueue(async (insert) => {
    await Promise.resolve(); // blocks that are written in the same turn of the event loop wait together
    return insert();
  });
  #onInsert: (blocks: readonly SpanBlock[]) => void = () => undefined;

  constructor(frames: FrameText = encodedFrames) {
    this.#frames = frames;
  }

  /** The log positions of the stored rows, in the order of insertion. */
  get positions(): readonly Omit<StoredRow, 'row'>[] {
    return this.#stored.map(({ partition, logOffset }) => ({ partition, logOffset }));
  }

  /** Rows that reads show. Rows that precede a delete of their trace in the log are omitted. */
  get rows(): readonly string[] {
    return this.#stored.filter((stored) => !this.#isDeleted(stored)).map(({ row }) => row);
  }

  write(block: SpanBlock, signal: AbortSignal = never): Promise<WriteOutcome> {
    return this.#write(block, signal, this.#queue);
  }

  writeAgain(block: SpanBlock, signal: AbortSignal = never): Promise<WriteOutcome> {
    return this.#writeAgain(block, signal, this.#queue);
  }

  /** Returns a second writer for the same store, as in another process. */
  inProcess(request: Request): Pick<SpanWriter, 'write' | 'writeAgain'> {
    const queue = this.#openQueue(request);
    return {
      write: (block, signal) => this.#write(block, signal, queue),
      writeAgain: (block, signal) => this.#writeAgain(block, signal, queue),
    };
  }

  /** Inserts blocks in one request, even if all callers have aborted. */
  insert(blocks: readonly SpanBlock[]): WriteOutcome {
    this.blocks.push(...blocks);
    const bytes = blocks.map(({ frames }) => Buffer.concat(frames).toString('base64')).join();
    const token = tokenOfInsert(blocks);
    const known = this.#tokens.get(token);
    if (known !== undefined && known !== bytes) {
      throw new Error(`token ${token} names two inserts`);
    }
    const refused = blocks.map((block) => this.refusedRow(block)).find((row) => row !== undefined);
    if (refused !== undefined) {
      return { status: 'refused', code: 'VIOLATED_CONSTRAINT', reason: `refused ${refused}` };
    }
    if (known === undefined) {
      for (const block of blocks) {
        this.#store(block);
      }
    }
    this.#tokens.set(token, bytes);
    this.#onInsert(blocks);
    return { status: 'written' };
  }

  /** Removes the rows of a block but keeps its token, as can happen when ClickHouse is killed. */
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

  onInsert(listener: (blocks: readonly SpanBlock[]) => void): void {
    this.#onInsert = listener;
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  #openQueue(request: Request): InsertQueue {
    return new InsertQueue({
      maxRunning: 1,
      insert: async (blocks, signal) => {
        const outcome = await request(() => {
          signal.throwIfAborted();
          return this.insert(blocks);
        });
        signal.throwIfAborted();
        return outcome;
      },
    });
  }

  async #write(block: SpanBlock, signal: AbortSignal, queue: InsertQueue): Promise<WriteOutcome> {
    signal.throwIfAborted();
    return canJoin(block) ? await queue.write(block, signal) : this.insert([block]);
  }

  async #writeAgain(
    block: SpanBlock,
    signal: AbortSignal,
    queue: InsertQueue,
  ): Promise<WriteOutcome> {
    const repeated = await queue.repeat(block, signal);
    if (repeated !== undefined && repeated.status !== 'written') {
      return repeated;
    }
    if (this.#isStored(block)) {
      this.blocks.push(block);
      return { status: 'written' };
    }
    const outcome = this.insert([block]);
    if (outcome.status === 'written' && this.#lost.delete(block.deduplicationToken)) {
      this.#store(block);
    }
    return outcome;
  }

  #store(block: SpanBlock): void {
    const { logPartition: partition, logOffset } = block;
    this.#stored.push(...this.#rowsOf(block).map((row) => ({ row, partition, logOffset })));
  }

  #isStored({ logPartition, logOffset, rowsAtOffset }: SpanBlock): boolean {
    const rows = this.#stored.filter(
      (row) => row.partition === logPartition && row.logOffset === logOffset,
    );
    return rowsAtOffset !== undefined && rows.length >= rowsAtOffset;
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

/** Decodes the zstd frames of SpanRowEncoder. Each row becomes the string `<trace_id>/<span_id>`. */
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
