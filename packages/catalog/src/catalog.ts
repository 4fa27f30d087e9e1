import type { Permission } from './authentication/permission.js';

/** The project of everything that is sent in open mode; the first migration makes it. */
export const DEFAULT_PROJECT_ID = '00000000-0000-0000-0000-000000000000';
/** The user of everything that is done in open mode, and the owner of the default project. */
export const NOBODY = '00000000-0000-0000-0000-000000000000';

export interface Project {
  /** UUID, lower-case and dashed. */
  readonly project_id: string;
  readonly name: string;
  /** Counted from receipt; null = for ever. */
  readonly retention_days: number | null;
  /** ISO 8601, UTC. */
  readonly created_at: string;
}

export interface User {
  readonly user_id: string;
  readonly email: string;
}

/** What is kept of a key; its text is known to its holder only. */
export interface KeyFingerprint {
  /** The 8 characters before the dot; of one key only. */
  readonly prefix: string;
  /** SHA-256 of the whole text, 64 lower-case hex digits. */
  readonly hash: string;
}

export interface NewKey extends KeyFingerprint {
  readonly project_id: string;
  readonly name: string | null;
  readonly permissions: readonly Permission[];
}

/** A key as it is shown. */
export interface ApiKey {
  readonly key_id: string;
  readonly prefix: string;
  readonly name: string | null;
  readonly permissions: readonly Permission[];
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** What a key stands for. */
export interface KeyHolder {
  readonly hash: string;
  readonly project_id: string;
  readonly user_id: string;
  readonly permissions: readonly Permission[];
  readonly retention_days: number | null;
}

export interface NewAccount {
  readonly email: string;
  readonly project_name: string;
  /** With every permission; null = no key. */
  readonly key: KeyFingerprint | null;
}

export interface Account {
  readonly user: User;
  readonly project_id: string;
}

/**
 * Who owns spans. Small and read often: callers on a hot path cache what they read.
 *
 * - Every method MUST reject with a retryable `CATALOG_UNAVAILABLE` while the database cannot
 *   answer, and MUST recover by itself afterwards.
 * - Several processes MAY use one catalog; a write of one is seen by the next read of another.
 * - A write is done completely or not at all.
 */
export interface Catalog {
  getProject(projectId: string): Promise<Project | undefined>;
  /** Rejects when there is none: the catalog is not migrated. */
  defaultProject(): Promise<Project>;
  /** undefined: there is no such project. */
  updateProject(
    projectId: string,
    changes: Partial<Pick<Project, 'name' | 'retention_days'>>,
  ): Promise<Project | undefined>;
  /** Finds each user by email or makes it; the project is always new. */
  createAccounts(accounts: readonly NewAccount[]): Promise<readonly Account[]>;
  /** Belongs to the owner of the project; undefined: there is no such project. */
  createKey(key: NewKey): Promise<ApiKey | undefined>;
  /** The newest 10,000, revoked ones included, newest first. */
  listKeys(projectId: string): Promise<readonly ApiKey[]>;
  /** Once revoked stays revoked at that time; undefined: there is no such key. */
  revokeKey(keyId: string): Promise<ApiKey | undefined>;
  /** undefined: there is no such key, or it is revoked. */
  findKey(prefix: string): Promise<KeyHolder | undefined>;
  /** Resolves when the database answers and is migrated. */
  check(): Promise<void>;
  close(): Promise<void>;
}
