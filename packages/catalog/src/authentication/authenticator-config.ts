import type { Config } from '@spanhouse/service-runtime';
import { z } from 'zod';

/** Maximum time for which a revoked key may be accepted while the catalog is available. */
const REVOKED_WITHIN_MS = 300_000;

/** The settings that are common to all services that authenticate requests. */
export const authenticatorConfigFields = {
  CATALOG_CACHE_TTL_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(REVOKED_WITHIN_MS)
    .default(30_000)
    .describe(
      'Time for which a key or a project is cached before it is read from the catalog again',
    ),
  CATALOG_CACHE_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(REVOKED_WITHIN_MS)
    .describe(
      'Time for which a cached key is accepted while the catalog is unavailable, even if it is revoked in that time',
    ),
};

export interface AuthenticatorConfig extends Config<typeof authenticatorConfigFields> {
  readonly AUTH_MODE: 'open' | 'keys';
}
