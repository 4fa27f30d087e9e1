import { timingSafeEqual } from 'node:crypto';
import { type Catalog, type KeyFingerprint, NOBODY } from '../catalog.js';
import type { Principal } from './authenticator.js';
import { parseAuthorization } from './parse-authorization.js';
import { PERMISSIONS } from './permission.js';
import type { RevalidatingCache } from './revalidating-cache.js';

/** Who sends a request; undefined: nobody that is known. Rejects while the catalog cannot say. */
export type Identify = (authorization: string | undefined) => Promise<Principal | undefined>;

type Principals = RevalidatingCache<Principal | undefined>;

/** Open mode: whoever reaches the port has the default project, whatever the request says of itself. */
export function createOpenIdentification(catalog: Catalog, principals: Principals): Identify {
  const load = async (): Promise<Principal> => {
    const { project_id, retention_days } = await catalog.defaultProject();
    return { project_id, user_id: NOBODY, permissions: PERMISSIONS, retention_days };
  };
  return () => principals.get('default project', load);
}

export function createKeyIdentification(catalog: Catalog, principals: Principals): Identify {
  const load = async ({ prefix, hash }: KeyFingerprint): Promise<Principal | undefined> => {
    const holder = await catalog.findKey(prefix);
    if (holder === undefined || !isSame(holder.hash, hash)) return undefined;
    const { hash: _, ...principal } = holder;
    return principal;
  };
  return (authorization) => {
    const key = parseAuthorization(authorization);
    if (key === undefined) return Promise.resolve(undefined);
    // By hash: the texts of keys are not kept in memory.
    return principals.get(key.hash, () => load(key));
  };
}

/** Takes as long whatever differs. */
function isSame(stored: string, given: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
