import { type HttpProblem, unprocessable } from '@spanhouse/api-kit';
import type { Principal } from '@spanhouse/catalog';
import type { KeptDeadLetter } from '@spanhouse/span-log/dead-letter-reader';
import { compressRows } from '@spanhouse/span-log/frame';
import { partitionOfTrace, type RetryRecord } from '@spanhouse/span-log/publisher';
import { isKnownRowVersion, ROW_SCHEMA_VERSION } from '@spanhouse/span-row';
import { toValidationDetail, valueError } from '@spanhouse/span-schema';
import type { EditServices } from '../edits/edit-services.js';
import { changeLetterSpans, type LetterChange } from './change-letter-spans.js';
import { type LetterSpans, readLetterSpans } from './letter-spans.js';

/** The letter to send again, and the caller. */
export interface LetterRetry {
  readonly letter: KeptDeadLetter;
  readonly change: LetterChange;
  readonly principal: Principal;
  readonly requestId: string;
}

type RetryServices = Pick<EditServices, 'publisher' | 'publishEdit' | 'receiptClock' | 'settings'>;

/** Members of a message that depend on whether the spans are changed. */
type RetriedRows = Pick<
  RetryRecord,
  'frame' | 'uncompressedBytes' | 'spanCount' | 'rowSchemaVersion'
>;

const undecodable = 'The spans of this letter cannot be decoded, so they cannot be changed.';
const unknown =
  'This letter has no rows of a version that this service knows, so it cannot be sent again.';
const ownerless = 'The project of this letter is not known, so its spans cannot be changed.';

/**
 * Sends the rows of a letter again in one message that refers to the letter. The consumer either stores the rows and
 * settles the letter, or updates the letter's reason, and only then commits the message; see
 * docs/adr/131-resolve-dead-letters-in-the-order-of-the-log.md. Rejects with the errors of `publishEdit`, and with a
 * 422 if the letter cannot be changed or sent.
 */
export async function retryLetter(
  { letter, change, principal, requestId }: LetterRetry,
  { publisher, publishEdit, receiptClock, settings }: RetryServices,
): Promise<{ readonly receipt: string; readonly rows: number }> {
  if (!isKnownRowVersion(letter.rowSchemaVersion)) {
    throw refused(unknown); // every consumer would stop at a message with an unknown row version
  }
  const read = await readLetterSpans(letter, publisher.maxRecordBytes);
  const limitBytes = Math.min(settings.spanLimitBytes, publisher.maxRecordBytes);
  const isUnchanged = change.drop.length === 0 && change.clamp.length === 0;
  if (!isUnchanged && letter.projectId === '') {
    throw refused(ownerless);
  }
  const rows = isUnchanged
    ? unchangedRows(letter, read)
    : await changedRows(read, change, { principal, limitBytes });
  const { id: retryOf, projectId } = letter;
  const partition = partitionFor(letter, read, publisher.partitionCount);
  const receivedAt = receiptClock.next();
  const message = { ...rows, partition, retryOf, projectId, requestId, receivedAt };
  const receipt = await publishEdit(message);
  return { receipt, rows: rows.spanCount };
}

/**
 * Returns the rows exactly as the letter contains them. Letters written by earlier versions do not record the size of
 * their rows.
 */
function unchangedRows(letter: KeptDeadLetter, read: LetterSpans): RetriedRows {
  const { bytes: frame, rowCount: spanCount, rowSchemaVersion } = letter;
  const known = letter.uncompressedBytes;
  const uncompressedBytes = known === 0 && read.status === 'readable' ? read.rowBytes : known;
  return { frame, uncompressedBytes, spanCount, rowSchemaVersion };
}

function refused(reason: string): HttpProblem {
  return unprocessable([toValidationDetail(valueError(reason), ['body'])]);
}

async function changedRows(
  read: LetterSpans,
  change: LetterChange,
  options: Parameters<typeof changeLetterSpans>[2],
): Promise<RetriedRows> {
  if (read.status === 'unreadable') {
    throw refused(undecodable);
  }
  const rows = changeLetterSpans(read.spans, change, options);
  return {
    frame: await compressRows(rows),
    uncompressedBytes: rows.byteLength,
    spanCount: read.spans.length,
    rowSchemaVersion: ROW_SCHEMA_VERSION,
  };
}

/**
 * Returns the partition of a letter. All retries of a letter use the same partition, so that the consumer sees them in
 * order.
 */
function partitionFor(
  { origin, projectId }: KeptDeadLetter,
  read: LetterSpans,
  partitionCount: number,
): number {
  const [first] = read.status === 'readable' ? read.spans : [];
  return first === undefined
    ? origin.partition % partitionCount
    : partitionOfTrace(projectId, first.trace_id, partitionCount);
}
