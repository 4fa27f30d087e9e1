import type { ProjectPrices } from '@spanhouse/span-schema';
import type { Permission } from './authentication/permission.js';

/** The project of every request in open mode. The first migration creates it. */
export const defaultProjectId = '00000000-0000-0000-0000-000000000000';
/** The user of every request in open mode, and the owner of the default project. */
export const defaultUserId = '00000000-0000-0000-0000-000000000000';

export interface Project {
  /** UUID in lower case with dashes. */
  readonly project_id: string;
  readonly name: string;
  /** Number of days from the receipt of a span to its deletion; null = spans are kept forever. */
  readonly retention_days: number | null;
  /** The prices that the project has set for its own models; null = no prices. */
  readonly prices: ProjectPrices | null;
  /** The time of creation as ISO 8601 in UTC. */
  readonly created_at: string;
}

export interface User {
  readonly user_id: string;
  readonly email: string;
}

/** The stored part of a key. The key itself is never stored. */
export interface KeyFingerprint {
  /** The 8 characters before the dot, unique among all keys. */
  readonly prefix: string;
  /** SHA-256 of the whole key as 64 lower-case hex digits. */
  readonly hash: string;
}

export interface NewKey extends KeyFingerprint {
  readonly project_id: string;
  /** null = the key has no name. */
  readonly name: string | null;
  readonly permissions: readonly Permission[];
}

/** A key as the admin routes list it. */
export interface ApiKey extends Omit<NewKey, 'hash' | 'project_id'> {
  readonly key_id: string;
  readonly created_at: string;
  readonly revoked_at: string | null;
}

/** The owner and the permissions of a key, and the hash that a sent key must match. */
export interface KeyHolder
  extends Omit<NewKey, 'prefix'>,
    Pick<Project, 'retention_days' | 'prices'> {
  readonly user_id: string;
}

/** A project as the admin routes list it. */
export interface ListedProject extends Project {
  /** Number of the project's keys that are not revoked. */
  readonly keys: number;
}

/** A page of the project list: at most `limit` projects after `after`, with names that begin with `prefix`. */
export interface ProjectPage {
  readonly prefix: string;
  readonly after: Pick<Project, 'name' | 'project_id'> | undefined;
  readonly limit: number;
}

export interface NewAccount {
  readonly email: string;
  readonly project_name: string;
  /** The fingerprint of a key with every permission; null = no key is created. */
  readonly key: KeyFingerprint | null;
}

export interface Account {
  readonly user: User;
  readonly project_id: string;
}

/**
 * Stores the owners of spans: users, their projects and their API keys. The data is small and read often, so callers on
 * a hot path cache it.
 *
 * - Every method MUST reject with a retryable `CATALOG_UNAVAILABLE` while the database does not respond. After the
 *   database recovers, every method MUST work again without a restart.
 * - Several processes MAY use one catalog. A read MUST see every write that finished before the read began.
 * - A write MUST be applied completely or not at all.
 */
export interface Catalog {
  getProject(projectId: string): Promise<Project | undefined>;
  /**
   * Returns the default project. Rejects with `CATALOG_UNAVAILABLE` if the catalog is not migrated and therefore has no
   * such project.
   */
  defaultProject(): Promise<Project>;
  /** Lists projects, sorted by name and then by id. Names are compared by code point. */
  listProjects(page: ProjectPage): Promise<readonly ListedProject[]>;
  /** Changes the given members of a project. Resolves to undefined if the project does not exist. */
  updateProject(
    projectId: string,
    changes: Partial<Pick<Project, 'name' | 'retention_days' | 'prices'>>,
  ): Promise<Project | undefined>;
  /** Creates a project for each account, and a user if the account's email is new. */
  createAccounts(accounts: readonly NewAccount[]): Promise<readonly Account[]>;
  /** Creates a key that belongs to the project's owner. Resolves to undefined if the project does not exist. */
  createKey(key: NewKey): Promise<ApiKey | undefined>;
  /** Lists the 10,000 newest keys, newest first, including revoked keys. */
  listKeys(projectId: string): Promise<readonly ApiKey[]>;
  /**
   * Revokes a key. Another call does not change the time of revocation. Resolves to undefined if the key does not
   * exist.
   */
  revokeKey(keyId: string): Promise<ApiKey | undefined>;
  /** Finds a key by its prefix. Resolves to undefined if the key does not exist or is revoked. */
  findKey(prefix: string): Promise<KeyHolder | undefined>;
  /** Resolves if the database responds and is migrated. */
  check(): Promise<void>;
  /** Closes the connections to the database. MUST be the last call. */
  close(): Promise<void>;
}
