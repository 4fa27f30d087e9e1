import { hash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '@spanhouse/service-runtime';
import { unauthorizedRequest } from '../problems/http-problem.js';

/**
 * Throws UNAUTHORIZED unless the `authorization` header carries an admin key: `Access <key>`. The 401 for credentials
 * of another form names the accepted form.
 */
export type RequireAdmin = (authorization: string | undefined) => void;

const access = /^Access +(.+)$/i;
const accepted =
  'Send the admin key (ADMIN_KEY) in the header `authorization: Access <admin key>`.';

/** Creates the check of admin keys. Each of the keys is accepted; without keys, every request is refused. */
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

/** Compares with every digest, so that the time does not reveal which one is equal. */
function isOneOf(accepted: readonly Buffer[], given: Buffer): boolean {
  return accepted.filter((digest) => timingSafeEqual(digest, given)).length > 0;
}

/** Digests have the same length, so the time of a comparison does not reveal the length of the key. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
