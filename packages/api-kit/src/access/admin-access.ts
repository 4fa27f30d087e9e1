import { hash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '@spanhouse/service-runtime';
import { unauthorizedRequest } from '../problems/http-problem.js';

/**
 * Throws UNAUTHORIZED unless the `authorization` header is `Access <key>` with a valid admin key. For a header in
 * another format, the 401 explains the expected format.
 */
export type RequireAdmin = (authorization: string | undefined) => void;

const access = /^Access +(.+)$/i;
const accepted =
  'Send the admin key (ADMIN_KEY) in the header `authorization: Access <admin key>`.';

/** Creates a check that accepts each of the given admin keys. Without keys, the check refuses every request. */
export function createAdminAccess(adminKeys: readonly string[] = []): RequireAdmin {
  const digests = adminKeys.map(digest);
  return (authorization = '') => {
    const text = authorization.trim();
    const given = access.exec(text)?.[1];
    if (given === undefined && text !== '') {
      throw unauthorizedRequest(undefined, accepted);
    }
    if (given === undefined || !isOneOf(digests, digest(given))) {
      throw unauthorized();
    }
  };
}

/** Compares a digest with all accepted digests, so that the duration does not reveal which of them matches. */
function isOneOf(accepted: readonly Buffer[], given: Buffer): boolean {
  return accepted.filter((digest) => timingSafeEqual(digest, given)).length > 0;
}

/** Hashes a key. All digests have the same length, so the duration of a comparison does not reveal the key's length. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
