import type { DeadLetter } from '../dead-letter-sink.js';
import { type ReceivedHeaders, type TextHeaders, textOf } from './message-headers.js';

/** Encodes the facts of a dead letter as headers; the refused bytes become the message's value. */
export function encodeDeadLetterHeaders(letter: DeadLetter): TextHeaders {
  return {
    'origin-partition': String(letter.origin.partition),
    'origin-offset': String(letter.origin.offset),
    'first-row': String(letter.firstRow),
    'row-count': String(letter.rowCount),
    stage: letter.stage,
    reason: letter.reason.slice(0, MAX_REASON_LENGTH),
    'row-schema-version': String(letter.rowSchemaVersion),
    'project-id': letter.projectId,
  };
}

/** Longer reasons are cut: some messages of ClickHouse repeat the offending value. */
const MAX_REASON_LENGTH = 2000;

/** Rebuilds a dead letter from its headers and its value. */
export function toDeadLetter(headers: ReceivedHeaders, bytes: Uint8Array): DeadLetter {
  return {
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
  };
}
