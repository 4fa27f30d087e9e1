import { z } from 'zod';

/** A revoked key stops working within this time, whatever is configured (API: "Credentials"). */
const REVOKED_WITHIN_MS = 300_000;

export const authenticatorConfigFields = {
  CATALOG_CACHE_TTL_MS: z.coerce
    .number()
    .int()
    .positive()
    .max(REVOKED_WITHIN_MS)
    .default(30_000)
    .describe('How long a key or a project is used before the catalog is asked again'),
};

export interface AuthenticatorConfig {
  readonly AUTH_MODE: 'open';
  readonly CATALOG_CACHE_TTL_MS: number;
}
