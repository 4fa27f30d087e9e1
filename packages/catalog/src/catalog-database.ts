import type { Generated } from 'kysely';
import type { Project, User } from './catalog.js';

/** The tables as kysely types them; `migrations/` creates them. */
export interface CatalogDatabase {
  users: User & { created_at: string };
  projects: Omit<Project, 'prices'> & {
    /** A JSON text of `ProjectPrices`; null = no prices. */
    prices: string | null;
    /** The user that owns the project and all its keys. */
    owner_id: Generated<string>;
  };
  api_keys: {
    key_id: string;
    prefix: string;
    hash: string;
    project_id: string;
    user_id: string;
    name: string | null;
    /** List of permissions, separated by commas. */
    permissions: string;
    created_at: string;
    revoked_at: string | null;
  };
  gateway_reports: {
    gateway_id: string;
    reported_at: string;
    accepted_per_second: number;
    /** Number of dropped entries by code, as JSON. */
    dropped: string;
  };
  queries: EntityTable;
  query_variants: VariantTable;
  query_revisions: RevisionTable;
}

/** The columns that queries, variants and revisions have in common. */
export interface EntityTable {
  project_id: string;
  /** UUID in lower case with dashes. */
  id: string;
  slug: string;
  /** The Details as JSON with U+0000 escaped, because a PostgreSQL text cannot contain that character. */
  details: string;
  /** A text that `toSortableTime` wrote, like all other times. */
  created_at: string;
  created_by_id: string;
  updated_at: string | null;
  updated_by_id: string | null;
  deleted_at: string | null;
  deleted_by_id: string | null;
}

/** A row of `query_variants`. */
interface VariantTable extends EntityTable {
  query_id: string;
}

/** A row of `query_revisions`. The columns `data` and `version` never change. */
export interface RevisionTable extends EntityTable {
  query_id: string;
  variant_id: string;
  /** Position within a variant: 0, 1, 2, … in the order of (created_at, id). */
  version: number;
  /** The author of the content. A copy keeps the author and the time. */
  author: string;
  date: string;
  /** The data as JSON; null = the revision has no data. */
  data: string | null;
}
