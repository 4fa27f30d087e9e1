import type { DeadLetter } from './dead-letter-sink.js';
import { type ReceivedHeaders, type TextHeaders, textOf } from './message-headers.js';

/** A dead letter's facts as headers; the refused bytes are the value beside them. */
export const encodeDeadLetterHeaders = (letter: DeadLetter): TextHeaders => ({
  'origin-partition': String(letter.origin.partition),
  'origin-offset': String(letter.origin.offset),
  'first-row': String(letter.firstRow),
  'row-count': String(letter.rowCount),
  stage: letter.stage,
  reason: letter.reason.slice(0, maxReasonLength),
  'row-schema-version': String(letter.rowSchemaVersion),
  'project-id': letter.projectId,
});

/** ClickHouse repeats the offending value in some messages. */
const maxReasonLength = 2000;

export const toDeadLetter = (headers: ReceivedHeaders, bytes: Uint8Array): DeadLetter => ({
  origin: {
    partition: Number(textOf(headers['origin-partition'])),
    offset: Number(textOf(headers['origin-offset'])),
  },
  firstRow: Number(textOf(headers['first-row'])),
  rowCount: Number(textOf(headers['row-count'])),
  stage: textOf(headers['stage']) === 'decode' ? 'decode' : 'insert',
  reason: textOf(headers['reason']) ?? '',
  bytes,
  rowSchemaVersion: Number(textOf(headers['row-schema-version'])),
  projectId: textOf(headers['project-id']) ?? '',
});
