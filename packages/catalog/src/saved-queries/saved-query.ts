import type { JsonObject } from '@spanhouse/span-schema';

/** The members of an entity that its users write. Every member is optional. */
export interface Details {
  readonly name?: string;
  readonly description?: string;
  readonly flags?: JsonObject;
  readonly tags?: JsonObject;
  readonly meta?: JsonObject;
  readonly folder_id?: string;
  /** The commit message; revisions only. */
  readonly message?: string;
}

/** A change of details: null removes a member, an absent member keeps its value. */
export type DetailsChanges = {
  readonly [Member in Exclude<keyof Details, 'message'>]?: Details[Member] | null;
};

/** A query. Times have the format of the API; ids are lower-case and dashed. */
export interface SavedQuery extends Details {
  readonly id: string;
  /** Unique among the entities of the same level in a project. */
  readonly slug: string;
  readonly created_at: string;
  readonly created_by_id: string;
  readonly updated_at?: string;
  readonly updated_by_id?: string;
  /** Present if the entity is archived. */
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
  /** The position in the variant: "0", "1", "2", … */
  readonly version: string;
  /** The author and the time of the content. A fork keeps both. */
  readonly author: string;
  readonly date: string;
  /** Never changes; absent if the revision has no data. */
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

/** Names an entity, which MUST match every member that is present. */
export interface EntityReference {
  readonly id?: string;
  readonly slug?: string;
  /** The position of a revision in its variant. */
  readonly version?: string;
}
