/** Columns that queries, variants and revisions have alike. */
export interface EntityTable {
  project_id: string;
  /** UUID, lower-case and dashed. */
  id: string;
  slug: string;
  /** JSON of the Details: PostgreSQL keeps no U+0000 in a text, but its escape. */
  details: string;
  /** Sortable times. */
  created_at: string;
  created_by_id: string;
  updated_at: string | null;
  updated_by_id: string | null;
  deleted_at: string | null;
  deleted_by_id: string | null;
}

export interface VariantTable extends EntityTable {
  query_id: string;
}

export interface RevisionTable extends EntityTable {
  query_id: string;
  variant_id: string;
  /** 0, 1, 2, …; in a variant in the order of (created_at, id). */
  version: number;
  /** Who wrote the content, and when: a copy keeps them. */
  author: string;
  date: string;
  /** JSON. */
  data: string | null;
}
