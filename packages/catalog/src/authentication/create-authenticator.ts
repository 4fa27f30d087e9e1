import { timingSafeEqual } from 'node:crypto';
import {
  AppError,
  type Clock,
  forbidden,
  type Health,
  type Logger,
  unauthorized,
  unreadableCredentials,
} from '@spanhouse/service-runtime';
import { type Catalog, defaultUserId, type KeyFingerprint } from '../catalog.js';
import type { AuthenticationMetrics } from './authentication-metrics.js';
import type { AccessRequest, Authenticator, Principal } from './authenticator.js';
import type { AuthenticatorConfig } from './authenticator-config.js';
import { allPermissions } from './permission.js';
import { RevalidatingCache } from './revalidating-cache.js';
import { type CredentialHeaders, readSentKey } from './sent-key.js';

/** Dependencies of an authenticator. The caller owns them. An authenticator itself has nothing to close. */
export interface AuthenticatorDependencies {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Health of the process, to which the state of `catalog` is reported. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly logger: Logger;
  readonly metrics: AuthenticationMetrics;
}

/** Maximum number of cached keys. With this limit, the keys and their projects' prices need only a few megabytes. */
const MAX_CACHED = 10_000;
/**
 * Time for which a key is remembered as unknown. Within this time, repeated requests with a wrong key cause only one
 * look-up.
 */
const UNKNOWN_TTL_MS = 5000;

/** Creates the authenticator of a process. All transports and services of the process share its cache. */
export function createAuthenticator(
  config: AuthenticatorConfig,
  { catalog, ...dependencies }: AuthenticatorDependencies,
): Authenticator {
  const { metrics } = dependencies;
  const isOpen = config.AUTH_MODE === 'open';
  const principals = new RevalidatingCache<Principal | undefined>({
    ...dependencies,
    ttlMs: config.CATALOG_CACHE_TTL_MS,
    unknownTtlMs: UNKNOWN_TTL_MS,
    // Open mode admits every request, so an outdated cache entry cannot admit a caller that should be refused.
    graceMs: isOpen ? Number.POSITIVE_INFINITY : config.CATALOG_CACHE_GRACE_MS,
    maxSize: MAX_CACHED,
    sizeOf: (principal) => 1 + Object.keys(principal?.prices ?? {}).length,
  });
  const identify = (isOpen ? createOpenIdentification : createKeyIdentification)(
    catalog,
    principals,
  );
  return {
    async authenticate(headers, request) {
      try {
        const principal = requirePermission(await identify(headers), request);
        metrics.decided('accepted');
        return principal;
      } catch (error) {
        metrics.decided(outcomeOf(error));
        throw error;
      }
    },
    forget: () => principals.forget(),
  };
}

function requirePermission(principal: Principal | undefined, { need }: AccessRequest): Principal {
  if (principal === undefined) {
    throw unauthorized();
  }
  const needed = typeof need === 'string' ? [need] : need;
  if (needed.some((permission) => principal.permissions.includes(permission))) {
    return principal;
  }
  throw forbidden(`the key lacks the permission ${needed.join(' or ')}`);
}

function outcomeOf(error: unknown): 'unauthorized' | 'forbidden' | 'unavailable' {
  const code = error instanceof AppError ? error.code : undefined;
  if (code === 'UNAUTHORIZED' || code === 'CREDENTIALS_UNREADABLE') {
    return 'unauthorized';
  }
  return code === 'FORBIDDEN' ? 'forbidden' : 'unavailable';
}

/**
 * Finds the sender of a request. Resolves with undefined if the credentials are missing or unknown. Rejects with an
 * AppError if the credentials do not have the format of a key or the catalog does not respond.
 */
type Identify = (headers: CredentialHeaders) => Promise<Principal | undefined>;

type Principals = RevalidatingCache<Principal | undefined>;

/** Creates a function that identifies every sender as the owner of the default project. */
function createOpenIdentification(catalog: Catalog, principals: Principals): Identify {
  const load = async (): Promise<Principal> => {
    const { project_id, retention_days, prices } = await catalog.defaultProject();
    return {
      project_id,
      user_id: defaultUserId,
      permissions: allPermissions,
      retention_days,
      prices,
    };
  };
  return () => principals.get('default project', load);
}

/** Creates a function that identifies the sender by the request's API key. */
function createKeyIdentification(catalog: Catalog, principals: Principals): Identify {
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
    // The cache is keyed by the hash, so that API keys themselves are not kept in memory.
    return await principals.get(key.hash, () => load(key));
  };
}

/** Compares two hashes in constant time, so that the duration reveals nothing about the stored hash. */
function isSame(stored: string, given: string): boolean {
  const [a, b] = [Buffer.from(stored), Buffer.from(given)];
  return a.length === b.length && timingSafeEqual(a, b);
}
