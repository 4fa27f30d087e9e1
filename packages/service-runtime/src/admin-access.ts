import { hash, timingSafeEqual } from 'node:crypto';
import { unauthorized } from './access-errors.js';

/** Throws UNAUTHORIZED unless the `authorization` header carries the admin key: `Access <key>`. */
export type RequireAdmin = (authorization: string | undefined) => void;

const ACCESS = /^Access +(.+)$/i;

/** Without a key nobody is let in. */
export function createAdminAccess(adminKey: string | undefined): RequireAdmin {
  const expected = adminKey === undefined ? undefined : digest(adminKey);
  return (authorization) => {
    const given = ACCESS.exec(authorization?.trim() ?? '')?.[1];
    if (given === undefined || expected === undefined || !timingSafeEqual(digest(given), expected))
      throw unauthorized();
  };
}

/** Digests have one length, so a comparison does not tell how long the key is. */
function digest(text: string): Buffer {
  return hash('sha256', text, 'buffer');
}
