import type { ListedDeadLetter } from '../dead-letter-reader.js';
import type { DeadLetter, StoredRetry } from '../dead-letter-sink.js';
import { deadLetterIdOf } from './dead-letter-id.js';
import { type ReceivedHeaders, type TextHeaders, textOf } from './message-headers.js';

/** Encodes a dead letter as headers, except for its bytes, which become the message's value. */
export function encodeDeadLetterHeaders(letter: DeadLetter, generation: number): TextHeaders {
  return {
    generation: String(generation),
    'origin-partition': String(letter.origin.partition),
    'origin-offset': String(letter.origin.offset),
    'first-row': String(letter.firstRow),
    'row-count': String(letter.rowCount),
    stage: letter.stage,
    reason: letter.reason.slice(0, MAX_REASON_LENGTH).toWellFormed(),
    'row-schema-version': String(letter.rowSchemaVersion),
    'uncompressed-bytes': String(letter.uncompressedBytes),
    'project-id': letter.projectId,
    ...(letter.retryOf !== undefined && { 'retry-of': letter.retryOf }),
  };
}

/** Upper bound on the size of a dead letter's headers and key. */
export const LETTER_HEADER_BYTES = 16 * 1024;

/** Maximum length of a reason. A limit is needed because some ClickHouse messages repeat the offending value. */
const MAX_REASON_LENGTH = 2000;

/** Reads a dead letter, except for its bytes, from the headers. */
export function decodeDeadLetterHeaders(
  headers: ReceivedHeaders,
): Omit<ListedDeadLetter, 'recordedAtMs' | 'retriedAtMs'> &
  Pick<DeadLetter, 'uncompressedBytes' | 'rowSchemaVersion'> {
  const origin = originOf(headers);
  const firstRow = numberOf(headers['first-row']);
  return {
    id: deadLetterIdOf({ generation: numberOf(headers['generation']), origin, firstRow }),
    origin,
    firstRow,
    rowCount: numberOf(headers['row-count']),
    stage: textOf(headers['stage']) === 'decode' ? 'decode' : 'insert',
    reason: textOf(headers['reason']) ?? '',
    rowSchemaVersion: numberOf(headers['row-schema-version']),
    uncompressedBytes: numberOf(headers['uncompressed-bytes']),
    projectId: textOf(headers['project-id']) ?? '',
  };
}

/** Encodes a stored retry as headers; its message has no value. */
export function encodeSettleHeaders({ letterId, origin }: StoredRetry): TextHeaders {
  return {
    settles: letterId,
    'origin-partition': String(origin.partition),
    'origin-offset': String(origin.offset),
  };
}

/** The meaning of a message in the dead-letter topic, according to its headers. */
export type LetterEvent =
  | { readonly kind: 'letter' }
  | { readonly kind: 'refused'; readonly letterId: string }
  | { readonly kind: 'settled'; readonly letterId: string };

export function eventOf(headers: ReceivedHeaders): LetterEvent {
  const settles = textOf(headers['settles']);
  const retryOf = textOf(headers['retry-of']);
  if (settles !== undefined) {
    return { kind: 'settled', letterId: settles };
  }
  return retryOf === undefined ? { kind: 'letter' } : { kind: 'refused', letterId: retryOf };
}

function originOf(headers: ReceivedHeaders) {
  return {
    partition: numberOf(headers['origin-partition']),
    offset: numberOf(headers['origin-offset']),
  };
}

/**
 * Parses a number. Returns 0 for an invalid one, because one letter with invalid headers must not make a list
 * unreadable.
 */
function numberOf(value: ReceivedHeaders[string]): number {
  const text = textOf(value) ?? '';
  return /^\d{1,15}$/.test(text) ? Number(text) : 0;
}
