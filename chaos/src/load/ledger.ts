/**
 * The outcome of one attempt to write, as the sender knows it.
 *
 * - `accepted`: the answer was a success. Reads MUST find the spans.
 * - `refused`: the answer reported an error in the request. Reads MUST NOT find any of its spans.
 * - `open`: the answer was 429 or 503, the connection broke, or no answer arrived in time. Reads MAY find each span,
 *   but at most once.
 */
export type Outcome = 'accepted' | 'refused' | 'open';

export interface Attempt {
  /** The version of the content. A higher version replaces a lower one. */
  readonly version: number;
  readonly outcome: Outcome;
}

/** The requests that sent one trace, and their answers. */
export interface LedgerEntry {
  readonly traceId: string;
  readonly spanIds: readonly string[];
  /** The attempts in the order in which they began. An attempt begins after the previous attempt has ended. */
  readonly attempts: readonly Attempt[];
  /** The outcome of the request that deletes the trace. The sender does not use a trace after this request. */
  readonly deletion: 'none' | Outcome;
}

/** A ledger entry to which the sender still adds attempts. */
export interface OpenEntry extends LedgerEntry {
  readonly attempts: Attempt[];
  deletion: 'none' | Outcome;
  /** True while a request with this trace is pending. */
  isBusy: boolean;
}

const TRACE_DIGITS = 32;
const SPAN_DIGITS = 16;

/** The traces that one run sends. Spans are numbered, and their ids are derived from the numbers. */
export class Ledger {
  readonly #entries: OpenEntry[] = [];
  #spans = 0;

  get entries(): readonly LedgerEntry[] {
    return this.#entries;
  }

  /** Adds a trace with `spans` spans, which get the next free span numbers. */
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
   * Returns the traces that the sender may send again or delete. Every earlier attempt to write such a trace was
   * accepted. Otherwise an attempt without an answer could reach the log after the delete, and reads would then
   * correctly show its spans.
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

/** Returns the version of the latest attempt, or 0 without attempts. */
export function latestVersion({ attempts }: LedgerEntry): number {
  return attempts.at(-1)?.version ?? 0;
}
