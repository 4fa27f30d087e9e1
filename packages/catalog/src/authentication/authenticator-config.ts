import { z } from 'zod';

/** A revoked key stops working within this time (API: "Credentials"). */
const REVOKED_WITHIN_MS = 300_000;

export const authenticatorConfigFields = {
  CATALOG_CACHE_TTL_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(REVOKED_WITHIN_MS)
    .default(30_000)
    .describe('How long a key or a project is used before the catalog is asked again'),
  CATALOG_CACHE_GRACE_MS: z.coerce
    .number()
    .int()
    .min(0)
    .default(REVOKED_WITHIN_MS)
    .describe(
      'How long a key is accepted on the last answer of a catalog that is away; also how long a revoked one may be',
    ),
};

export interface AuthenticatorConfig {
  readonly AUTH_MODE: 'open' | 'keys';
  readonly CATALOG_CACHE_TTL_MS: number;
  readonly CATALOG_CACHE_GRACE_MS: number;
}
