import type { DeadLetter } from './dead-letter-sink.js';
import type { LogPosition } from './messages/log-position.js';

export { deadLetterIdOf, parseDeadLetterId } from './messages/dead-letter-id.js';

/** A dead letter without its bytes. */
export interface ListedDeadLetter {
  /** Stays the same while the letter exists; see `deadLetterIdOf`. */
  readonly id: string;
  /** Time of the first put, in milliseconds since the Unix epoch; 0 if an earlier version put it. */
  readonly recordedAtMs: number;
  /** Time at which the last refused retry was put. */
  readonly retriedAtMs?: number;
  readonly stage: DeadLetter['stage'];
  /** The reason of the last refusal. */
  readonly reason: string;
  readonly rowCount: number;
  readonly origin: LogPosition;
  readonly firstRow: number;
  /** Empty if the message did not state its project. */
  readonly projectId: string;
}

/** A dead letter with its bytes. */
export interface KeptDeadLetter
  extends ListedDeadLetter,
    Pick<DeadLetter, 'bytes' | 'uncompressedBytes' | 'rowSchemaVersion'> {}

/** The position of a letter in a list. */
export type LetterPosition = Pick<ListedDeadLetter, 'recordedAtMs' | 'id'>;

/** Selects the letters of a page. */
export interface DeadLetterSelection {
  /** Only letters of this project; undefined selects every project. */
  readonly projectId: string | undefined;
  readonly stage?: DeadLetter['stage'] | undefined;
  /** Inclusive. */
  readonly oldestMs?: number | undefined;
  /** Exclusive. */
  readonly newestMs?: number | undefined;
  readonly limit: number;
  /** The page begins after this position. */
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
 * - MUST show every `put` and `settle` of any process that resolved before the call.
 * - MUST order letters by the time of their first put and then by id, newest first. Both stay the same, so the pages of
 *   a list neither repeat nor skip a letter.
 * - MUST NOT show a settled letter.
 * - MUST bound the letters that a call reads and holds: a page MAY have fewer than `limit` letters, even zero, and
 *   still a `next`.
 * - MAY leave out the oldest letters above a bound; `unlisted` counts them.
 * - Rejects with a retryable AppError while the log is unavailable, and with the reason of an aborted signal.
 */
export interface DeadLetterReader {
  list(selection: DeadLetterSelection, signal: AbortSignal): Promise<DeadLetterPage>;
  /** Resolves undefined for an unknown id. */
  find(id: string, signal: AbortSignal): Promise<KeptDeadLetter | undefined>;
  /** Number of entries that are too old to be read. */
  readonly unlisted: number;
  close(): Promise<void>;
}
