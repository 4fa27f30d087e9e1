import type { ProjectPrices } from '@spanhouse/span-schema';
import type { Permission } from './permission.js';
import type { CredentialHeaders } from './sent-key.js';

/** The project and the user for whom a request is served, and the request's permissions. */
export interface Principal {
  /** UUID in lower case with dashes. The project is derived from the key, never from the request. */
  readonly project_id: string;
  /** UUID of the user whose key the request contains. */
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  /** Number of days for which the request's spans are kept; null = forever. */
  readonly retention_days: number | null;
  /** The prices that the project has set for its own models; null = no prices. */
  readonly prices: ProjectPrices | null;
  /** The parts of the key that may be shown again: its prefix and its name. Undefined in open mode. */
  readonly key?: { readonly prefix: string; readonly name: string | null };
}

export interface AccessRequest {
  /** The required permission. If a list is given, any one of its permissions suffices. */
  readonly need: Permission | readonly Permission[];
}

/**
 * Identifies the sender of a request by the request's headers (HTTP) or metadata entries (gRPC). Rejects with an
 * AppError (see docs/api/errors.md):
 *
 * - `UNAUTHORIZED`: the credentials are missing or unknown.
 * - `CREDENTIALS_UNREADABLE`: the request has credentials, but they do not have the format of a key.
 * - `FORBIDDEN`: the credentials are known but lack the required permission.
 * - `CATALOG_UNAVAILABLE`, retryable: the catalog does not respond. The request MUST NOT be admitted.
 */
export type Authenticate = (
  headers: CredentialHeaders,
  request: AccessRequest,
) => Promise<Principal>;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Empties the cache, so that a change that this process made, such as revoking a key, applies immediately. */
  forget(): void;
}
