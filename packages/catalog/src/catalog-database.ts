import type { Generated } from 'kysely';
import type { Project, User } from './catalog.js';

/** The tables of the catalog, as kysely types. The files in `migrations/` create the tables. */
export interface CatalogDatabase {
  users: User & { created_at: string };
  projects: Omit<Project, 'prices'> & {
    /** `ProjectPrices` as JSON; null = no prices. */
    prices: string | null;
    /** The user who owns the project and all its keys. */
    owner_id: Generated<string>;
  };
  api_keys: {
    key_id: string;
    prefix: string;
    hash: string;
    project_id: string;
    user_id: string;
    name: string | null;
    /** Permissions, separated by commas. */
    permissions: string;
    created_at: string;
    revoked_at: string | null;
  };
  gateway_reports: {
    gateway_id: string;
    reported_at: string;
    accepted_per_second: number;
    /** Number of dropped entries, keyed by code, as JSON. */
    dropped: string;
  };
  queries: EntityTable;
  query_variants: VariantTable;
  query_revisions: RevisionTable;
}

/** The columns that the tables of queries, variants and revisions have in common. */
export interface EntityTable {
  project_id: string;
  /** UUID in lower case with dashes. */
  id: string;
  slug: string;
  /** The entity's `Details` as JSON. U+0000 is escaped, because a PostgreSQL string cannot contain that character. */
  details: string;
  /** A string that `toSortableTime` returned, as in every other column with a time. */
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
  /** Index within a variant: 0, 1, 2, … in the order of (created_at, id). */
  version: number;
  /** The author of the content. A copy of a revision keeps the author and the time. */
  author: string;
  date: string;
  /** The data as JSON; null = the revision has no data. */
  data: string | null;
}
