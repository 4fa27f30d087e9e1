import { timingSafeEqual } from 'node:crypto';
import { unreadableCredentials } from '@spanhouse/service-runtime';
import { type Catalog, type KeyFingerprint, nobody } from '../catalog.js';
import type { Principal } from './authenticator.js';
import { allPermissions } from './permission.js';
import type { RevalidatingCache } from './revalidating-cache.js';
import { type CredentialHeaders, readSentKey } from './sent-key.js';

/**
 * Finds the sender of a request; undefined if its credentials are missing or unknown. Rejects with an AppError if they
 * do not have the form of a key, or while the catalog cannot answer.
 */
export type Identify = (headers: CredentialHeaders) => Promise<Principal | undefined>;

type Principals = RevalidatingCache<Principal | undefined>;

/** Identifies every sender as the owner of the default project, whatever the request contains. */
export function createOpenIdentification(catalog: Catalog, principals: Principals): Identify {
  const load = async (): Promise<Principal> => {
    const { project_id, retention_days, prices } = await catalog.defaultProject();
    return { project_id, user_id: nobody, permissions: allPermissions, retention_days, prices };
  };
  return () => principals.get('default project', load);
}

/** Identifies the sender by the API key of the request. */
export function createKeyIdentification(catalog: Catalog, principals: Principals): Identify {
  const load = async ({ prefix, hash }: KeyFingerprint): Promise<Principal | undefined> => {
    const holder = await catalog.findKey(prefix);
    if (holder === undefined || !isSame(holder.hash, hash)) {
      return undefined;
    }
    const { hash: _, name, ...principal } = holder;
    return { ...principal, key: { prefix, name } };
  };
  return async (headers) => {
    const key = readSentKey(headers);
    if (key === undefined) {
      return undefined;
    }
    if (key === 'unreadable') {
      throw unreadableCredentials();
    }
    // The cache is keyed by hash, so that the texts of keys are not kept in memory.
    return await principals.get(key.hash, () => load(key));
  };
}

/** Compares in constant time, so that the time of an answer reveals nothing about the hash. */
function isSame(stored: string, given: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
