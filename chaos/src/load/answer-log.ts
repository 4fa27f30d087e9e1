import type { Outcome } from './ledger.js';
import { longestGapMs } from './longest-gap.js';

export interface AnsweredAttempt {
  readonly outcome: Outcome;
  readonly complaint?: string | undefined;
  readonly isWrite: boolean;
  /** The status of the answer. It is absent if no answer arrived. */
  readonly status?: number | undefined;
}

const SERVICE_UNAVAILABLE = 503;

/** Records the answers to the requests of a run. */
export class AnswerLog {
  readonly #counts = { accepted: 0, refused: 0, open: 0 };
  readonly #acceptedAt: number[] = [];
  readonly #unavailableAt: number[] = [];
  readonly #complaints: string[] = [];

  /** Records an answer. `atMs` is a time from `performance.now()`. */
  add({ outcome, complaint, isWrite, status }: AnsweredAttempt, atMs = performance.now()): void {
    this.#counts[outcome] += 1;
    if (outcome === 'accepted' && isWrite) {
      this.#acceptedAt.push(atMs);
    }
    if (status === SERVICE_UNAVAILABLE && isWrite) {
      this.#unavailableAt.push(atMs);
    }
    if (complaint !== undefined) {
      this.#complaints.push(complaint);
    }
  }

  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts;
  }

  /** Answers that leave the outcome of a span uncertain. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /** Returns the longest interval without an accepted write between `fromMs` and `toMs`. */
  longestStallMs(fromMs: number, toMs: number): number {
    return longestGapMs(this.#acceptedAt, fromMs, toMs);
  }

  /** Returns the time of the first write after `fromMs` that failed with 503. */
  firstUnavailableMs(fromMs: number): number | undefined {
    return this.#unavailableAt.find((atMs) => atMs > fromMs);
  }
}
