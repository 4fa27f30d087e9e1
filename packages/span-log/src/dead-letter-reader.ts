import type { DeadLetter } from './dead-letter-sink.js';

export { deadLetterIdOf } from './messages/dead-letter-id.js';

/** A dead letter without its bytes. `reason` is the reason for the last refusal. */
export interface ListedDeadLetter
  extends Pick<DeadLetter, 'stage' | 'reason' | 'rowCount' | 'origin' | 'firstRow' | 'projectId'> {
  /** Permanent id of the letter; see `deadLetterIdOf`. */
  readonly id: string;
  /**
   * Time of the first put, in milliseconds since the Unix epoch; 0 if the letter was put by an earlier version that did
   * not record the time.
   */
  readonly recordedAtMs: number;
  /** Time at which the last refusal of a retry was recorded. */
  readonly retriedAtMs?: number;
}

/** A dead letter with its bytes. */
export interface KeptDeadLetter
  extends ListedDeadLetter,
    Pick<DeadLetter, 'bytes' | 'uncompressedBytes' | 'rowSchemaVersion'> {}

/** The position of a letter in a list. */
export type LetterPosition = Pick<ListedDeadLetter, 'recordedAtMs' | 'id'>;

/** Filters for letters, and the position of a page in the filtered list. */
export interface DeadLetterSelection {
  /** The project whose letters are selected; undefined selects the letters of every project. */
  readonly projectId: string | undefined;
  readonly stage?: DeadLetter['stage'] | undefined;
  /** Inclusive lower bound for the time when a letter was first put. */
  readonly oldestMs?: number | undefined;
  /** Exclusive upper bound for the time when a letter was first put. */
  readonly newestMs?: number | undefined;
  readonly limit: number;
  /** The position after which the page begins. */
  readonly after?: LetterPosition | undefined;
}

/** A page of letters, newest first. */
export interface DeadLetterPage {
  readonly letters: readonly ListedDeadLetter[];
  /** The position after which the next page begins; undefined at the end of the list. */
  readonly next: LetterPosition | undefined;
}

/**
 * Reads the dead letters of a log.
 *
 * - MUST show every `put` and `settle` that resolved before the call, including those of other processes.
 * - MUST order letters by the time of their first put and then by id, newest first. A letter's time and id never
 *   change, so the pages of a list neither repeat nor skip a letter.
 * - MUST NOT show a settled letter.
 * - MUST bound the number of letters that a call reads into memory. A page MAY therefore have fewer than `limit`
 *   letters, or none, although `next` is set.
 * - MAY omit the oldest letters above a limit; `unlisted` counts them.
 * - Rejects with a retryable AppError while the log is unavailable, and with the signal's reason if the signal aborts.
 */
export interface DeadLetterReader {
  list(selection: DeadLetterSelection, signal: AbortSignal): Promise<DeadLetterPage>;
  /** Resolves with the letter and its bytes; undefined for an unknown id. */
  find(id: string, signal: AbortSignal): Promise<KeptDeadLetter | undefined>;
  /** Number of old entries that the reader omits. */
  readonly unlisted: number;
  close(): Promise<void>;
}
