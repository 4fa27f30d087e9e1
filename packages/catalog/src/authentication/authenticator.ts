import type { Permission } from './permission.js';

/** On whose behalf a request is served. */
export interface Principal {
  /** UUID, lower-case and dashed; comes from the key, never from the request. */
  readonly project_id: string;
  /** UUID of the user whose key sent the request. */
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  /** Of spans received now; null = for ever. */
  readonly retention_days: number | null;
}

export interface AccessRequest {
  /** One of them is enough. */
  readonly need: Permission | readonly Permission[];
}

/**
 * Says who sends a request, from the text of its `authorization` header (or metadata entry), whatever
 * the transport. Rejects with an AppError:
 *
 * - `UNAUTHORIZED`: no credentials, or none that are known.
 * - `FORBIDDEN`: known, without the permission that is needed.
 * - `CATALOG_UNAVAILABLE`, retryable: nobody can say. It MUST NOT let anyone in then.
 */
export type Authenticate = (
  authorization: string | undefined,
  request: AccessRequest,
) => Promise<Principal>;

export interface Authenticator {
  readonly authenticate: Authenticate;
  /** Makes what this process changed in the catalog (a revoked key, a project) count at once. */
  forget(): void;
}
