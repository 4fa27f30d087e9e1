import type {
  SpanBlock,
  SpanWriter,
  TombstoneBlock,
  WriteOutcome,
} from '@spanhouse/trace-store/writer';
import { isRowOf, textRows } from './text-frames.js';

const UNREADABLE = 'unreadable';

interface StoredRow {
  readonly row: string;
  readonly partition: number;
  readonly logOffset: bigint;
}

/** Stores the rows of text frames in memory, each block once per token, as ClickHouse does. */
export class FakeSpanWriter implements SpanWriter {
  /** Of every attempt. */
  readonly blocks: SpanBlock[] = [];
  readonly tombstoneBlocks: TombstoneBlock[] = [];
  /** Which rows a CHECK constraint refuses. */
  refuses: (row: string) => boolean = () => false;
  readonly #tokens = new Map<string, string>();
  /** Tokens that are noted without their rows. */
  readonly #lost = new Set<string>();
  readonly #stored: StoredRow[] = [];

  /** What reads show: no row whose trace was deleted behind it. */
  get rows(): readonly string[] {
    return this.#stored.filter((stored) => !this.#isDeleted(stored)).map(({ row }) => row);
  }

  write(block: SpanBlock, signal?: AbortSignal): Promise<WriteOutcome> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.blocks.push(block);
    const bytes = Buffer.concat(block.frames);
    const stored = this.#tokens.get(block.deduplicationToken);
    if (stored !== undefined && stored !== bytes.toString()) {
      throw new Error(`token ${block.deduplicationToken} names two blocks`);
    }
    const refused = this.refusedRow(block);
    if (refused !== undefined) {
      return Promise.resolve({ status: 'refused', code: '469', reason: `refused ${refused}` });
    }
    if (stored === undefined) this.#store(block);
    this.#tokens.set(block.deduplicationToken, bytes.toString());
    return Promise.resolve({ status: 'written' });
  }

  async writeAgain(block: SpanBlock, signal?: AbortSignal): Promise<WriteOutcome> {
    const outcome = await this.write(block, signal);
    if (outcome.status === 'written' && this.#lost.delete(block.deduplicationToken)) {
      this.#store(block);
    }
    return outcome;
  }

  /** What a ClickHouse does that is killed at the worst moment. */
  loseRows(block: SpanBlock): void {
    const { deduplicationToken: token, frames } = block;
    if (this.#tokens.has(token) || this.refusedRow(block) !== undefined) return;
    this.#tokens.set(token, Buffer.concat(frames).toString());
    this.#lost.add(token);
  }

  writeTombstones(block: TombstoneBlock, signal?: AbortSignal): Promise<WriteOutcome> {
    if (signal?.aborted) return Promise.reject(signal.reason);
    this.tombstoneBlocks.push(block);
    return Promise.resolve({ status: 'written' });
  }

  #store(block: SpanBlock): void {
    const { logPartition: partition, logOffset } = block;
    this.#stored.push(...rowsOf(block).map((row) => ({ row, partition, logOffset })));
  }

  #isDeleted({ row, partition, logOffset }: StoredRow): boolean {
    return this.tombstoneBlocks.some(
      ({ logPartition, tombstones }) =>
        logPartition === partition &&
        tombstones.some(
          (deleted) => isRowOf(row, deleted.traceId) && logOffset < deleted.logOffset,
        ),
    );
  }

  refusedRow(block: SpanBlock): string | undefined {
    return rowsOf(block).find((row) => row === UNREADABLE || this.refuses(row));
  }

  check(): Promise<void> {
    return Promise.resolve();
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

function rowsOf(block: SpanBlock): readonly string[] {
  return block.frames.flatMap((frame) => textRows(frame) ?? [UNREADABLE]);
}
