import type { AuthenticationMetrics, Clock, Health, Logger } from '@spanhouse/service-runtime';
import type { Catalog } from '../catalog.js';
import type { Authenticator, Principal } from './authenticator.js';
import type { AuthenticatorConfig } from './authenticator-config.js';
import { createOpenAuthenticator } from './open-authenticator.js';
import { RevalidatingCache } from './revalidating-cache.js';

export interface AuthenticatorDependencies {
  readonly catalog: Pick<Catalog, 'defaultProject'>;
  readonly clock: Clock;
  /** Told of `catalog`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly logger: Logger;
  readonly metrics: AuthenticationMetrics;
}

const MAX_ENTRIES = 10_000;

/** One for the whole process: what it has looked up serves every transport and every service in it. */
export function createAuthenticator(
  config: AuthenticatorConfig,
  { catalog, ...dependencies }: AuthenticatorDependencies,
): Authenticator {
  const cache = new RevalidatingCache<Principal>({
    ...dependencies,
    ttlMs: config.CATALOG_CACHE_TTL_MS,
    unknownTtlMs: 0,
    // Nobody is let in by it who would not be let in anyway.
    graceMs: Number.POSITIVE_INFINITY,
    maxEntries: MAX_ENTRIES,
  });
  return createOpenAuthenticator(catalog, cache);
}
