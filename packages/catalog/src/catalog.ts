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

/**
 * Who owns spans. Small and read often: callers on a hot path cache what they read.
 *
 * - Every method MUST reject with a retryable `CATALOG_UNAVAILABLE` while the database cannot
 *   answer, and MUST recover by itself afterwards.
 * - Several processes MAY use one catalog; a write of one is seen by the next read of another.
 */
export interface Catalog {
  getProject(projectId: string): Promise<Project | undefined>;
  /** Rejects when there is none: the catalog is not migrated. */
  defaultProject(): Promise<Project>;
  /** Resolves when the database answers and is migrated. */
  check(): Promise<void>;
  close(): Promise<void>;
}
