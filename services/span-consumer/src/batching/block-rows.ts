import type { DeadLetter } from '@spanhouse/span-log/dead-letters';
import type { LogMessage } from '@spanhouse/span-log/subscription';
import type { FrameRows } from './frame-rows.js';
import type { RowRange } from './row-range.js';
import type { SpanBatchBlock } from './span-batch.js';

interface MessageRows {
  readonly message: LogMessage;
  /** Counted over the block by the message headers, so that no row moves when one is unreadable. */
  readonly range: RowRange;
  readonly rows: readonly Uint8Array[];
  readonly unreadable?: string;
}

/** The rows of a block, message by message. */
export type BlockRows = readonly MessageRows[];

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

export async function isBlockReadable(
  block: SpanBatchBlock,
  frameRows: FrameRows,
): Promise<boolean> {
  for (const message of block.messages) {
    if ((await readMessage(message, frameRows)).unreadable !== undefined) return false;
  }
  return true;
}

async function readMessage(
  message: LogMessage,
  frameRows: FrameRows,
): Promise<Pick<MessageRows, 'rows' | 'unreadable'>> {
  const split = await frameRows.split(message);
  if (split.status === 'unreadable') return { rows: [], unreadable: split.reason };
  const { spanCount } = message.headers;
  if (split.rows.length === spanCount) return { rows: split.rows };
  const unreadable = `the frame holds ${split.rows.length} rows, its header says ${spanCount}`;
  return { rows: [], unreadable };
}

/** The readable rows of a part. */
export function rowsOfPart(messages: BlockRows, part: RowRange): readonly Uint8Array[] {
  return messages.flatMap(({ range, rows }) =>
    rows.slice(Math.max(0, part.from - range.from), Math.max(0, part.to - range.from)),
  );
}

/** One letter per message that cannot be read, from row `from` of the block on. */
export function unreadableLetters(messages: BlockRows, from: number): readonly DeadLetter[] {
  return messages.flatMap(({ message, range, unreadable }) =>
    unreadable === undefined || range.from < from
      ? []
      : [
          {
            origin: { partition: message.partition, offset: message.offset },
            firstRow: 0,
            rowCount: message.headers.spanCount,
            stage: 'decode',
            reason: unreadable,
            bytes: message.frame,
            rowSchemaVersion: message.headers.rowSchemaVersion,
            projectId: message.headers.projectId,
          },
        ],
  );
}

/** The letter of one refused row of the block. */
export async function refusedLetter(
  messages: BlockRows,
  row: number,
  { reason, frameRows }: { reason: string; frameRows: FrameRows },
): Promise<readonly DeadLetter[]> {
  const home = messages.find(({ range }) => range.from <= row && row < range.to);
  const bytes = home?.rows[row - home.range.from];
  if (home === undefined || bytes === undefined) return []; // its message was put aside as a whole
  const { message, range } = home;
  return [
    {
      origin: { partition: message.partition, offset: message.offset },
      firstRow: row - range.from,
      rowCount: 1,
      stage: 'insert',
      reason,
      bytes: await frameRows.join([bytes]),
      rowSchemaVersion: message.headers.rowSchemaVersion,
      projectId: message.headers.projectId,
    },
  ];
}
