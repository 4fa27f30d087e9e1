import { hash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '@spanhouse/service-runtime';

/** Throws UNAUTHORIZED unless the `authorization` header carries an admin key: `Access <key>`. */
export type RequireAdmin = (authorization: string | undefined) => void;

const access = /^Access +(.+)$/i;

/** Each of the keys is accepted. Without a key every request is refused. */
export function createAdminAccess(adminKeys: readonly string[] = []): RequireAdmin {
  const accepted = adminKeys.map(digest);
  return (authorization) => {
    const given = access.exec(authorization?.trim() ?? '')?.[1];
    if (given === undefined || !isOneOf(accepted, digest(given))) {
      throw unauthorized();
    }
  };
}

/** Compares with every digest, so that the time does not reveal which one is equal. */
function isOneOf(accepted: readonly Buffer[], given: Buffer): boolean {
  return accepted.filter((digest) => timingSafeEqual(digest, given)).length > 0;
}

/** Digests have the same length, so the time of a comparison does not reveal the length of the key. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
