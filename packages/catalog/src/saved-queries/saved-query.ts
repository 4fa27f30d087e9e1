import type { JsonObject } from '@spanhouse/span-schema';

/** The members of an entity that users set. All of them are optional. */
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

/** Changes to details: null removes a member, and an absent member keeps its value. */
export type DetailsChanges = {
  readonly [Member in Exclude<keyof Details, 'message'>]?: Details[Member] | null;
};

/** A query. Times have the format of the API; ids are UUIDs in lower case with dashes. */
export interface SavedQuery extends Details {
  readonly id: string;
  /** A name that is unique among the project's entities of the same level. */
  readonly slug: string;
  readonly created_at: string;
  readonly created_by_id: string;
  readonly updated_at?: string;
  readonly updated_by_id?: string;
  /** The time when the entity was archived; absent if it is not archived. */
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
  /** The index within the variant: "0", "1", "2", … */
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

/** A reference to an entity. The entity MUST match all members that are present. */
export interface EntityReference {
  readonly id?: string;
  readonly slug?: string;
  /** The index of a revision within its variant. */
  readonly version?: string;
}

/** A project, and the user who changes its entities. */
export interface Actor {
  readonly project_id: string;
  readonly user_id: string;
}

/** The members that a user sets when creating an entity. */
export interface NewEntity {
  readonly slug: string;
  readonly details: Details;
}

/** A commit to a variant. */
export interface NewRevision extends NewEntity {
  readonly query_variant_id: string;
  /** The saved query itself; undefined if the revision has none. */
  readonly data: JsonObject | undefined;
  /** True if the commit MUST be refused when the variant already has revisions. */
  readonly isInitial?: boolean;
}

/** A new variant that starts with the history of an existing variant. */
export interface NewFork extends NewEntity {
  readonly source_variant_id: string;
  /** The last version to copy; undefined = the latest version. */
  readonly up_to_version: string | undefined;
}

/** The outcome of creating an entity. */
export type Created<Entity> =
  | { readonly status: 'created'; readonly entity: Entity }
  /** Another entity of the same level already has this id or slug. */
  | { readonly status: 'taken'; readonly member: 'id' | 'slug' }
  /** The parent query or variant does not exist. */
  | { readonly status: 'unknown' }
  /** The variant already has a revision, so an initial revision is refused. */
  | { readonly status: 'exists' };

/** A query with the latest revision of its default variant. */
export interface SimpleQuery {
  readonly query: SavedQuery;
  /** The latest revision; undefined if the variant has none. */
  readonly revision: SavedQueryRevision | undefined;
}

/** The conditions of a list. An entity MUST meet all of them. */
export interface EntitySelection {
  readonly project_id: string;
  /**
   * For each level, the entity MUST match one of the references. If no reference has an id or slug, nothing matches.
   */
  readonly refs: { readonly [Level in SavedQueryLevel]?: readonly EntityReference[] };
  readonly slugs: readonly string[] | undefined;
  /**
   * Members that the entity must have. `name` and `description` match any part of the string, ignoring case. Other
   * members match by containment.
   */
  readonly details: Details;
  readonly includeArchived: boolean;
  /**
   * Bounds of `created_at` in nanoseconds. The bound at which the list starts is exclusive; see docs/api/windowing.md.
   */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /** The id of the last item of the previous page. */
  readonly after: string | undefined;
  readonly limit: number;
}
