import type { JsonObject } from '@spanhouse/span-schema';

/** What a person says about an entity; absent = not said. */
export interface Details {
  readonly name?: string;
  readonly description?: string;
  readonly flags?: JsonObject;
  readonly tags?: JsonObject;
  readonly meta?: JsonObject;
  readonly folder_id?: string;
  /** Of a revision. */
  readonly message?: string;
}

/** null clears a member, absent members stay. */
export type DetailsChanges = {
  readonly [Member in Exclude<keyof Details, 'message'>]?: Details[Member] | null;
};

/** Times are as the API writes them, ids lower-case and dashed. */
export interface SavedQuery extends Details {
  readonly id: string;
  /** Unique in the project among entities of its level. */
  readonly slug: string;
  readonly created_at: string;
  readonly created_by_id: string;
  readonly updated_at?: string;
  readonly updated_by_id?: string;
  /** Present = archived. */
  readonly deleted_at?: string;
  readonly deleted_by_id?: string;
}

/** A branch of a query. */
export interface SavedQueryVariant extends SavedQuery {
  readonly query_id: string;
  readonly query_slug: string;
}

/** A commit of a variant. */
export interface SavedQueryRevision extends SavedQueryVariant {
  readonly query_variant_id: string;
  readonly query_variant_slug: string;
  /** Its position in the variant: "0", "1", "2", … */
  readonly version: string;
  /** Who wrote the content, and when: a fork keeps both. */
  readonly author: string;
  readonly date: string;
  /** Never changes; absent = none. */
  readonly data?: JsonObject;
}

export interface SavedQueryEntities {
  readonly query: SavedQuery;
  readonly query_variant: SavedQueryVariant;
  readonly query_revision: SavedQueryRevision;
}

export type SavedQueryLevel = keyof SavedQueryEntities;

/** Names an entity; every member that is there has to hold. */
export interface EntityReference {
  readonly id?: string;
  readonly slug?: string;
  /** Of a revision: its position in its variant. */
  readonly version?: string;
}
