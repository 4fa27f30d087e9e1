import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import type { LogMessage } from '@spanhouse/span-log/subscription';
import type { RowRange } from './bisect-plan.js';
import type { SpanBatchBlock } from './span-batch.js';

/** Splits and joins frames. Used only after ClickHouse has refused a block. */
export interface FrameRows {
  /** Resolves with the rows of a message in order, or with the reason why the rows cannot be read. */
  split(message: LogMessage): Promise<SplitFrame>;
  /** Resolves with one frame that contains the given rows. */
  join(rows: readonly Uint8Array[]): Promise<Uint8Array>;
}

export type SplitFrame =
  | { readonly status: 'rows'; readonly rows: readonly Uint8Array[] }
  | { readonly status: 'unreadable'; readonly reason: string };

interface MessageRows {
  readonly message: LogMessage;
  /**
   * Range of the message's rows within the block, computed from the message headers so that an unreadable message does
   * not shift the rows after it.
   */
  readonly range: RowRange;
  readonly rows: readonly Uint8Array[];
  readonly unreadable?: string;
}

/** The rows of a block, grouped by message. */
export type BlockRows = readonly MessageRows[];

/** Splits all messages of a block. For an unreadable message, the result contains the reason. */
export async function readBlockRows(
  block: SpanBatchBlock,
  frameRows: FrameRows,
): Promise<BlockRows> {
  const messages: MessageRows[] = [];
  let from = 0;
  for (const message of block.messages) {
    const range = { from, to: from + message.headers.spanCount };
    messages.push({ message, range, ...(await readMessage(message, frameRows)) });
    from = range.to;
  }
  return messages;
}

/** Returns whether every message of the block can be split. Only one message at a time is in memory. */
export async function isBlockReadable(
  block: SpanBatchBlock,
  frameRows: FrameRows,
): Promise<boolean> {
  for (const message of block.messages) {
    if ((await readMessage(message, frameRows)).unreadable !== undefined) {
      return false;
    }
  }
  return true;
}

async function readMessage(
  message: LogMessage,
  frameRows: FrameRows,
): Promise<Pick<MessageRows, 'rows' | 'unreadable'>> {
  const split = await frameRows.split(message);
  if (split.status === 'unreadable') {
    return { rows: [], unreadable: split.reason };
  }
  const { spanCount } = message.headers;
  if (split.rows.length === spanCount) {
    return { rows: split.rows };
  }
  const unreadable = `the frame holds ${split.rows.length} rows, its header says ${spanCount}`;
  return { rows: [], unreadable };
}

/** Returns the readable rows of a part. */
export function rowsOfPart(messages: BlockRows, part: RowRange): readonly Uint8Array[] {
  return messages.flatMap(({ range, rows }) =>
    rows.slice(Math.max(0, part.from - range.from), Math.max(0, part.to - range.from)),
  );
}

/** Builds one letter for each unreadable message that starts at or after row `from` of the block. */
export function unreadableLetters(messages: BlockRows, from: number): readonly DeadLetter[] {
  return messages.flatMap(({ message, range, unreadable }) =>
    unreadable === undefined || range.from < from
      ? []
      : [
          {
            ...messageFacts(message),
            firstRow: 0,
            rowCount: message.headers.spanCount,
            stage: 'decode',
            reason: unreadable,
            bytes: message.frame,
            uncompressedBytes: message.headers.uncompressedBytes,
          },
        ],
  );
}

/** Builds one letter for each message that another program wrote. */
export function foreignLetters({
  messages,
}: Pick<SpanBatchBlock, 'messages'>): readonly DeadLetter[] {
  return messages.map((message) => ({
    ...messageFacts(message),
    firstRow: 0,
    rowCount: 0,
    stage: 'decode',
    reason: 'the message names no kind that can be read, so no version of Spanhouse wrote it',
    bytes: message.frame,
    uncompressedBytes: 0,
  }));
}

function messageFacts({ partition, offset, headers }: LogMessage) {
  const { rowSchemaVersion, projectId, retryOf } = headers;
  const origin = { partition, offset };
  return { origin, rowSchemaVersion, projectId, ...(retryOf !== undefined && { retryOf }) };
}

/** Builds the dead letter for one refused row. Returns no letter if the row's message is unreadable as a whole. */
export async function refusedLetter(
  messages: BlockRows,
  row: number,
  { reason, frameRows }: { reason: string; frameRows: FrameRows },
): Promise<readonly DeadLetter[]> {
  const home = messages.find(({ range }) => range.from <= row && row < range.to);
  const bytes = home?.rows[row - home.range.from];
  if (home === undefined || bytes === undefined) {
    return []; // the whole message is already a dead letter
  }
  const { message, range } = home;
  return [
    {
      ...messageFacts(message),
      firstRow: row - range.from,
      rowCount: 1,
      stage: 'insert',
      reason,
      bytes: await frameRows.join([bytes]),
      uncompressedBytes: bytes.byteLength,
    },
  ];
}
