import type { Config } from '@spanhouse/service-runtime';
import { z } from 'zod';

/** The longest time for which a revoked key may be accepted while the catalog is available. */
const REVOKED_WITHIN_MS = 300_000;

/** The settings of every service that authenticates requests. */
export const authenticatorConfigFields = {
  CATALOG_CACHE_TTL_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(REVOKED_WITHIN_MS)
    .default(30_000)
    .describe('How long a key or a project is cached before the catalog is asked again'),
  CATALOG_CACHE_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(REVOKED_WITHIN_MS)
    .describe(
      'How long a cached key is accepted while the catalog is unavailable; a key revoked meanwhile is accepted for the same time',
    ),
};

export interface AuthenticatorConfig extends Config<typeof authenticatorConfigFields> {
  readonly AUTH_MODE: 'open' | 'keys';
}
