import {
  AppError,
  type Clock,
  forbidden,
  type Health,
  type Logger,
  unauthorized,
} from '@spanhouse/service-runtime';
import type { Catalog } from '../catalog.js';
import type { AuthenticationMetrics } from './authentication-metrics.js';
import type { AccessRequest, Authenticator, Principal } from './authenticator.js';
import type { AuthenticatorConfig } from './authenticator-config.js';
import { createKeyIdentification, createOpenIdentification } from './identify.js';
import { RevalidatingCache } from './revalidating-cache.js';

/** The parts that an authenticator uses. The caller owns them; an authenticator has nothing to close. */
export interface AuthenticatorDependencies {
  readonly catalog: Catalog;
  readonly clock: Clock;
  /** Receives the state of `catalog`. */
  readonly health: Pick<Health, 'reached' | 'lost'>;
  readonly logger: Logger;
  readonly metrics: AuthenticationMetrics;
}

/** Limits the cached keys, and the models that their projects price, to a few megabytes. */
const MAX_CACHED = 10_000;
/** A wrong key that is sent repeatedly causes only one look-up within this time. */
const UNKNOWN_TTL_MS = 5000;

/** Creates the authenticator of a process. Its cache serves every transport and every service of the process. */
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
    // In open mode every request is admitted, so an old answer admits no additional caller.
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
