import type { Outcome } from './ledger.js';

export interface AnsweredAttempt {
  readonly outcome: Outcome;
  readonly complaint?: string | undefined;
  readonly isWrite: boolean;
}

/** What the answers of a run were. */
export class AnswerLog {
  readonly #counts = { accepted: 0, refused: 0, open: 0 };
  readonly #acceptedAt: number[] = [];
  readonly #complaints: string[] = [];

  /** `atMs` is a time of `performance.now()`. */
  add({ outcome, complaint, isWrite }: AnsweredAttempt, atMs = performance.now()): void {
    this.#counts[outcome] += 1;
    if (outcome === 'accepted' && isWrite) {
      this.#acceptedAt.push(atMs);
    }
    if (complaint !== undefined) {
      this.#complaints.push(complaint);
    }
  }

  get counts(): Readonly<Record<Outcome, number>> {
    return this.#counts;
  }

  /** Answers that do not say what became of each span. */
  get complaints(): readonly string[] {
    return this.#complaints;
  }

  /** Returns the longest time within `fromMs` and `toMs` in which no write was accepted. */
  longestStallMs(fromMs: number, toMs: number): number {
    const times = this.#acceptedAt.filter((atMs) => atMs > fromMs && atMs < toMs);
    const bounds = [fromMs, ...times, toMs];
    return Math.max(...bounds.slice(1).map((atMs, index) => atMs - (bounds[index] ?? atMs)));
  }
}
