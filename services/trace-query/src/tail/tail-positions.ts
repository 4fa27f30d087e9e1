import { badRequest } from '@spanhouse/api-kit';
import type { TokenSigner } from '@spanhouse/service-runtime';
import { createCursorCodec } from '../paging/cursor.js';

/** Converts positions of the log to opaque, signed tokens of a project and back. */
export interface TailPositions {
  encode(position: readonly bigint[], projectId: string): string;
  /** Throws the 400 of every text that `encode` did not return for this project. */
  decode(token: string, projectId: string): readonly bigint[];
}

/** The cursor of a tail has no window, and no position beside the snapshot. */
const window = {
  order: 'ascending',
  limit: 1,
  oldest: undefined,
  newest: undefined,
  rate: undefined,
} as const;

export function createTailPositions(signer: TokenSigner): TailPositions {
  const cursors = createCursorCodec<undefined>(signer, {
    purpose: 'tail-cursor',
    write: () => undefined,
    read: () => undefined,
  });
  const scopeOf = (project_id: string) => ({ project_id, filter: undefined });
  return {
    encode: (snapshot, projectId) =>
      cursors.encode({ window, position: undefined, snapshot }, scopeOf(projectId)),
    decode(token, projectId) {
      const cursor = cursors.decode(token, scopeOf(projectId));
      if (cursor === undefined) {
        throw badRequest("Invalid 'since' token.");
      }
      return cursor.snapshot;
    },
  };
}
