/** A project as `GET /admin/projects` lists it. */
export interface ListedProject {
  readonly id: string;
  readonly name: string;
  /** Null: spans are kept forever. */
  readonly retention_days: number | null;
  readonly created_at: string;
  /** How many keys are not revoked. */
  readonly keys: number;
}

export interface ProjectsAnswer {
  readonly projects: readonly ListedProject[];
  readonly next?: string;
}

/** A key as `GET /admin/keys` lists it. */
export interface ListedKey {
  readonly id: string;
  readonly prefix: string;
  readonly name?: string;
  readonly permissions: readonly string[];
  readonly created_at: string;
  readonly revoked_at?: string;
}

/** The permissions that a key can have; see docs/api/authentication.md. */
export const permissions = ['view_spans', 'edit_spans', 'view_queries', 'edit_queries'] as const;
