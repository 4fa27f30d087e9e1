import type { Generated } from 'kysely';
import type { Project, User } from './catalog.js';
import type { EntityTable, RevisionTable, VariantTable } from './saved-queries/entity-tables.js';

/** The tables as kysely types them; `migrations/` creates them. */
export interface CatalogDatabase {
  users: User & { created_at: string };
  projects: Omit<Project, 'prices'> & {
    /** `ProjectPrices` as JSON. */
    prices: string | null;
    /** The user that owns the project and every key of it. */
    owner_id: Generated<string>;
  };
  api_keys: {
    key_id: string;
    prefix: string;
    hash: string;
    project_id: string;
    user_id: string;
    name: string | null;
    /** Permissions separated by commas. */
    permissions: string;
    created_at: string;
    revoked_at: string | null;
  };
  gateway_reports: {
    gateway_id: string;
    reported_at: string;
    accepted_per_second: number;
    /** Numbers by code as JSON. */
    dropped: string;
  };
  queries: EntityTable;
  query_variants: VariantTable;
  query_revisions: RevisionTable;
}
