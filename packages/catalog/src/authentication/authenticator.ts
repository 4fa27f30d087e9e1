import type { ProjectPrices } from '@spanhouse/span-schema';
import type { Permission } from './permission.js';
import type { CredentialHeaders } from './sent-key.js';

/** The project and user on whose behalf a request is served, and what they may do. */
export interface Principal {
  /** UUID, lower-case and dashed. It is taken from the key, never from the request. */
  readonly project_id: string;
  /** UUID of the user whose key sent the request. */
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  /** Retention of the spans that this request sends; null = they are kept forever. */
  readonly retention_days: number | null;
  /** The prices of the project's own models; null = no prices. */
  readonly prices: ProjectPrices | null;
  /** The part of the key that its owner may see; undefined without keys. */
  readonly key?: { readonly prefix: string; readonly name: string | null };
}

export interface AccessRequest {
  /** The permission that the caller must have. Of several permissions, any one suffices. */
  readonly need: Permission | readonly Permission[];
}

/**
 * Identifies the sender of a request by its headers (HTTP) or metadata entries (gRPC).
 * Rejects with an AppError (see docs/api/errors.md):
 *
 * - `UNAUTHORIZED`: the credentials are missing or unknown.
 * - `CREDENTIALS_UNREADABLE`: there are credentials, but none in the form of a key.
 * - `FORBIDDEN`: the credentials are known but lack the needed permission.
 * - `CATALOG_UNAVAILABLE`, retryable: the catalog cannot answer. The request MUST NOT be admitted.
 */
export type Authenticate = (
  headers: CredentialHeaders,
  request: AccessRequest,
) => Promise<Principal>;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Empties the cache, so that a change made by this process (a revoked key, a project) applies at once. */
  forget(): void;
}
