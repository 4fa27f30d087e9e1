/**
 * The outcome of one attempt to write, as far as the sender knows it.
 *
 * - `accepted`: the answer was a success. The spans MUST be found.
 * - `refused`: the answer named a fault of the request. None of its spans MAY be found.
 * - `open`: a 429 or 503, a broken connection or no answer in time. The spans MAY be found, at most once.
 */
export type Outcome = 'accepted' | 'refused' | 'open';

export interface Attempt {
  /** The content of the spans: a higher version replaces a lower one. */
  readonly version: number;
  readonly outcome: Outcome;
}

/** The requests that sent one trace, and their answers. */
export interface LedgerEntry {
  readonly traceId: string;
  readonly spanIds: readonly string[];
  /** In the order in which they began. An attempt begins only after the previous one has ended. */
  readonly attempts: readonly Attempt[];
  /** The outcome of the request to delete the trace, after which nothing of it is sent. */
  readonly deletion: 'none' | Outcome;
}

/** An entry that the sender is still writing. */
export interface OpenEntry extends LedgerEntry {
  readonly attempts: Attempt[];
  deletion: 'none' | Outcome;
  /** True while a request with this trace waits for an answer. */
  isBusy: boolean;
}

const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;

/** The traces that one run sends. Spans are numbered; their ids follow from the numbers. */
export class Ledger {
  readonly #entries: OpenEntry[] = [];
  #spans = 0;

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** Adds a trace with the next `spans` numbers. */
  addTrace(spans: number): OpenEntry {
    const entry: OpenEntry = {
      traceId: (this.#entries.length + 1).toString(16).padStart(TRACE_DIGITS, '0'),
      spanIds: Array.from({ length: spans }, () => {
        this.#spans += 1;
        return this.#spans.toString(16).padStart(SPAN_DIGITS, '0');
      }),
      attempts: [],
      deletion: 'none',
      isBusy: false,
    };
    this.#entries.push(entry);
    return entry;
  }

  /**
   * Returns the traces that may be sent again or deleted. Every earlier attempt was accepted at once: an attempt
   * without an answer could still reach the log after a delete, and its spans would rightly be visible.
   */
  settled(): readonly OpenEntry[] {
    return this.#entries.filter(
      ({ attempts, deletion, isBusy }) =>
        !isBusy &&
        deletion === 'none' &&
        attempts.length > 0 &&
        attempts.every(({ outcome }) => outcome === 'accepted'),
    );
  }
}

/** Returns the version of the latest attempt; 0 without attempts. */
export function latestVersion({ attempts }: LedgerEntry): number {
  return attempts.at(-1)?.version ?? 0;
}
