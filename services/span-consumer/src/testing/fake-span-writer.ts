import type { SpanBlock, SpanWriter, WriteOutcome } from '@spanhouse/trace-store/writer';
import { textRows } from './text-frames.js';

const UNREADABLE = 'unreadable';

/** Stores the rows of text frames in memory, each block once per token, as ClickHouse does. */
export class FakeSpanWriter implements SpanWriter {
  readonly rows: string[] = [];
  readonly blocks: SpanBlock[] = [];
  /** Which rows a CHECK constraint refuses. */
  refuses: (row: string) => boolean = () => false;
  readonly #tokens = new Map<string, string>();

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
    if (stored === undefined) this.rows.push(...rowsOf(block));
    this.#tokens.set(block.deduplicationToken, bytes.toString());
    return Promise.resolve({ status: 'written' });
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
