import type { JsonObject } from '@spanhouse/span-schema';

/** The members of an entity that users write. Every member is optional. */
export interface Details {
  readonly name?: string;
  readonly description?: string;
  readonly flags?: JsonObject;
  readonly tags?: JsonObject;
  readonly meta?: JsonObject;
  readonly folder_id?: string;
  /** The commit message; only revisions have one. */
  readonly message?: string;
}

/** Changes of details: null removes a member, and an absent member keeps its value. */
export type DetailsChanges = {
  readonly [Member in Exclude<keyof Details, 'message'>]?: Details[Member] | null;
};

/** A query. Times have the format of the API; ids are UUIDs in lower case with dashes. */
export interface SavedQuery extends Details {
  readonly id: string;
  /** A name that is unique among the entities of the same level in a project. */
  readonly slug: string;
  readonly created_at: string;
  readonly created_by_id: string;
  readonly updated_at?: string;
  readonly updated_by_id?: string;
  /** The time of archiving; absent if the entity is not archived. */
  readonly deleted_at?: string;
  readonly deleted_by_id?: string;
}

/** A variant of a query, like a branch in git. */
export interface SavedQueryVariant extends SavedQuery {
  readonly query_id: string;
  readonly query_slug: string;
}

/** A revision of a variant, like a commit in git. */
export interface SavedQueryRevision extends SavedQueryVariant {
  readonly query_variant_id: string;
  readonly query_variant_slug: string;
  /** The position in the variant: "0", "1", "2", … */
  readonly version: string;
  /** The author of the content. A fork keeps the author and the time. */
  readonly author: string;
  readonly date: string;
  /** The saved query itself, which never changes; absent if the revision has no data. */
  readonly data?: JsonObject;
}

/** The entity type of each level. */
export interface SavedQueryEntities {
  readonly query: SavedQuery;
  readonly query_variant: SavedQueryVariant;
  readonly query_revision: SavedQueryRevision;
}

/** A level of the hierarchy: query, variant or revision. */
export type SavedQueryLevel = keyof SavedQueryEntities;

/** A reference to an entity. The entity MUST match every member that is present. */
export interface EntityReference {
  readonly id?: string;
  readonly slug?: string;
  /** The position of a revision in its variant. */
  readonly version?: string;
}
