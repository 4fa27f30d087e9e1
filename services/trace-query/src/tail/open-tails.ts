import { tooManyRequests } from '@spanhouse/api-kit';

const MAX_OF_PROJECT = 20;
const RETRY_AFTER_SECONDS = 5;

/** The tails that run in this process. */
export class OpenTails {
  readonly #counts = new Map<string, number>();
  readonly #ended = new AbortController();

  /** Aborts when the process shuts down. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Counts a further tail of a project until the returned function is called. Throws the 429 of too many. */
  open(projectId: string): () => void {
    const count = this.#counts.get(projectId) ?? 0;
    if (count >= MAX_OF_PROJECT) {
      const text = `At most ${MAX_OF_PROJECT} tails of a project run at a time.`;
      throw tooManyRequests(text, RETRY_AFTER_SECONDS);
    }
    this.#counts.set(projectId, count + 1);
    return () => this.#close(projectId);
  }

  /** Ends all tails after a last beat: a shutdown waits for requests, and these would not end. */
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
