import { hash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from '@spanhouse/service-runtime';

/** Throws UNAUTHORIZED unless the `authorization` header carries the admin key: `Access <key>`. */
export type RequireAdmin = (authorization: string | undefined) => void;

const access = /^Access +(.+)$/i;

/** Without an admin key every request is refused. */
export function createAdminAccess(adminKey: string | undefined): RequireAdmin {
  const expected = adminKey === undefined ? undefined : digest(adminKey);
  return (authorization) => {
    const given = access.exec(authorization?.trim() ?? '')?.[1];
    if (
      given === undefined ||
      expected === undefined ||
      !timingSafeEqual(digest(given), expected)
    ) {
      throw unauthorized();
    }
  };
}

/** Digests have the same length, so the time of a comparison does not reveal the length of the key. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
