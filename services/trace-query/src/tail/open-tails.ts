import { tooManyRequests } from '@spanhouse/api-kit';

const MAX_OF_PROJECT = 20;
const RETRY_AFTER_SECONDS = 5;

/** The running tails of this process. */
export class OpenTails {
  readonly #counts = new Map<string, number>();
  readonly #ended = new AbortController();

  /** Aborts when the process shuts down. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Counts another tail of a project until the returned function is called. Throws a 429 if there are too many tails.
   */
  open(projectId: string): () => void {
    const count = this.#counts.get(projectId) ?? 0;
    if (count >= MAX_OF_PROJECT) {
      const text = `At most ${MAX_OF_PROJECT} tails of a project run at a time.`;
      throw tooManyRequests(text, RETRY_AFTER_SECONDS);
    }
    this.#counts.set(projectId, count + 1);
    return () => this.#close(projectId);
  }

  /** Ends all tails after a last beat. Otherwise, a shutdown would wait for them until its time limit. */
  end(): void {
    this.#ended.abort();
  }

  #close(projectId: string): void {
    const count = this.#counts.get(projectId) ?? 0;
    if (count > 1) {
      this.#counts.set(projectId, count - 1);
    } else {
      this.#counts.delete(projectId);
    }
  }
}
