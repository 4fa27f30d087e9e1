import type { LogMessage } from '@spanhouse/span-log/subscription';
import type { FrameText } from '@spanhouse/trace-store/testing';
import type { FrameRows } from '../blocks/block-rows.js';

/** Builds a frame with one line of text per row. Like zstd frames, these frames can be concatenated. */
export function textFrame(rows: readonly string[]): Uint8Array {
  return Buffer.from(rows.map((row) => `${row}\n`).join(''));
}

/** Returns a row of a trace, for tests that delete traces. */
export function textRowOf(traceId: string, text: string): string {
  return `${traceId}/${text}`;
}

export function isRowOf(row: string, traceId: string): boolean {
  return row.startsWith(`${traceId}/`);
}

export const brokenFrame: Uint8Array = Buffer.from('no end of line');

function textRows(frame: Uint8Array): readonly string[] | undefined {
  const text = Buffer.from(frame).toString();
  return text === '' || text.endsWith('\n') ? text.split('\n').slice(0, -1) : undefined;
}

/** The functions that FakeSpanWriter uses to read rows. */
export const textFrames: FrameText = { rowsOf: textRows, isRowOf };

export const textFrameRows: FrameRows = {
  split({ frame }) {
    const rows = textRows(frame);
    return Promise.resolve(
      rows === undefined
        ? { status: 'unreadable', reason: 'no end of line' }
        : { status: 'rows', rows: rows.map((row) => Buffer.from(row)) },
    );
  },
  join: (rows) => Promise.resolve(textFrame(rows.map((row) => Buffer.from(row).toString()))),
};

const messageHeaders = {
  kind: 'rows',
  rowSchemaVersion: 1,
  projectId: '00000000-0000-0000-0000-000000000000',
  spanCount: 0,
  uncompressedBytes: 0,
  receivedAt: 1_700_000_000_000_000_000n,
  requestId: 'request-1',
} satisfies LogMessage['headers'];

export function textHeaders(rows: readonly string[]): LogMessage['headers'] {
  const uncompressedBytes = textFrame(rows).byteLength;
  return { ...messageHeaders, spanCount: rows.length, uncompressedBytes };
}

export function deleteHeaders(): LogMessage['headers'] {
  return { ...messageHeaders, kind: 'delete-trace', rowSchemaVersion: 0, uncompressedBytes: 32 };
}

/** Returns the headers of a message from another program. */
export function foreignHeaders(): LogMessage['headers'] {
  const none = { rowSchemaVersion: 0, projectId: '', requestId: '' };
  return { ...messageHeaders, ...none, kind: 'foreign' };
}

/** Builds a message that contains the given rows. */
export function textMessage(offset: number, rows: readonly string[], partition = 0): LogMessage {
  return { partition, offset, frame: textFrame(rows), headers: textHeaders(rows) };
}
