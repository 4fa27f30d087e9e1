import { badRequest } from '@spanhouse/api-kit';
import type { TokenSigner } from '@spanhouse/service-runtime';
import type { SnapshotAsOf } from '../consistency/snapshots.js';
import { createCursorCodec } from '../paging/cursor.js';

/** Converts the positions of tails to opaque, signed tokens of a project, and back. */
export type TailPositions = ReturnType<typeof createTailPositions>;

/**
 * The window in the cursor of a tail. The cursor contains only a snapshot, and the end of the window is the time of the
 * snapshot.
 */
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
    /** Decodes a token. Throws a 400 if `encode` did not return it for this project. */
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
