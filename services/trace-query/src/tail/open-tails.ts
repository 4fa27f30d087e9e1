import { badRequest, tooManyRequests } from '@spanhouse/api-kit';
import type { TokenSigner } from '@spanhouse/service-runtime';
import type { SnapshotAsOf } from '../consistency/snapshots.js';
import { createCursorCodec } from '../paging/cursor.js';

const MAX_OF_PROJECT = 20;
const RETRY_AFTER_SECONDS = 5;

/** Tails that run in this process. */
export class OpenTails {
  readonly #counts = new Map<string, number>();
  readonly #ended = new AbortController();

  /** Aborts when the process shuts down. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /**
   * Counts one more tail of a project until the returned function is called. Throws a 429 if there are too many tails.
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

  /** Ends all tails after one last beat. Otherwise, a shutdown would wait for them until its time limit. */
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

/** Converts tail positions to opaque, signed tokens, and back. A token is valid for one project. */
export type TailPositions = ReturnType<typeof createTailPositions>;

/** Window in a tail's cursor. A tail needs only the snapshot; the end of the window contains the snapshot's time. */
const window = {
  order: 'ascending',
  limit: 1,
  oldest: undefined,
  rate: undefined,
} as const;

export function createTailPositions(signer: TokenSigner) {
  const cursors = createCursorCodec<object>(signer, 'tail-cursor', {});
  const scopeOf = (project_id: string) => ({ project_id, filter: undefined });
  return {
    encode: ({ snapshot, asOfNs: newest }: SnapshotAsOf, projectId: string): string =>
      cursors.encode({ window: { ...window, newest }, position: {}, snapshot }, scopeOf(projectId)),
    /** Decodes a token. Throws a 400 if the token did not come from `encode` for this project. */
    decode(token: string, projectId: string): SnapshotAsOf {
      const cursor = cursors.decode(token, scopeOf(projectId));
      if (cursor === undefined) {
        throw badRequest("Invalid 'since' token.");
      }
      // Tokens of earlier versions do not contain a time.
      return { snapshot: cursor.snapshot, asOfNs: cursor.window.newest ?? 0n };
    },
  };
}
