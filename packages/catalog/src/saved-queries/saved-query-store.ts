import type { JsonObject } from '@spanhouse/span-schema';
import type {
  Details,
  DetailsChanges,
  EntityReference,
  SavedQuery,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryRevision,
  SavedQueryVariant,
} from './saved-query.js';

/** The project whose entities are changed, and the user who changes them. */
export interface Actor {
  readonly project_id: string;
  readonly user_id: string;
}

/** The members of an entity that a user creates. */
export interface NewEntity {
  readonly slug: string;
  readonly details: Details;
}

/** A commit to a variant. */
export interface NewRevision extends NewEntity {
  readonly query_variant_id: string;
  /** The saved query itself; undefined if the revision has none. */
  readonly data: JsonObject | undefined;
}

/** A variant that starts with the history of another variant. */
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
  | { readonly status: 'unknown' };

/** A query together with the latest revision of its default variant. */
export interface SimpleQuery {
  readonly query: SavedQuery;
  /** The latest revision; undefined if the variant has none. */
  readonly revision: SavedQueryRevision | undefined;
}

/** The conditions of a list. An entity MUST meet all of them. */
export interface EntitySelection {
  readonly project_id: string;
  /** For each level, the entity MUST match one of the references. A list without any id or slug matches no entity. */
  readonly refs: { readonly [Level in SavedQueryLevel]?: readonly EntityReference[] };
  readonly slugs: readonly string[] | undefined;
  /**
   * The members `name` and `description` match a part of the text, ignoring case. Other members match by containment.
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

/** A page of a list. `hasMore` is true if more entities match the selection. */
export interface EntityPage<Entity> {
  readonly items: readonly Entity[];
  readonly hasMore: boolean;
}

/**
 * Stores saved queries. A query has variants and a variant has revisions, like branches and commits in git.
 *
 * - A method MUST NOT read or change entities of any project but the given one.
 * - The versions of a variant MUST be 0, 1, 2, … without gaps, even if several processes commit at once. They MUST have
 *   the order of (created_at, id).
 * - An archived entity MUST be found, changed and resolved like any other; only lists omit it.
 * - A write MUST be applied completely or not at all. Methods reject as the methods of `Catalog` do.
 */
export interface SavedQueryStore {
  find<Level extends SavedQueryLevel>(
    level: Level,
    projectId: string,
    ref: EntityReference,
  ): Promise<SavedQueryEntities[Level] | undefined>;
  /**
   * Returns a page of entities, ordered by id. A page MAY end before the limit if its entities are large, but contains
   * at least one. The read stops and rejects when `signal` aborts.
   */
  list<Level extends SavedQueryLevel>(
    level: Level,
    selection: EntitySelection,
    signal: AbortSignal,
  ): Promise<EntityPage<SavedQueryEntities[Level]>>;
  /** Changes the given details of an entity. Resolves to undefined if the entity does not exist. */
  edit<Level extends SavedQueryLevel>(
    level: Level,
    actor: Actor,
    change: { readonly id: string; readonly details: DetailsChanges },
  ): Promise<SavedQueryEntities[Level] | undefined>;
  /** Archives or restores an entity. Resolves to undefined if the entity does not exist. */
  setArchived<Level extends SavedQueryLevel>(
    level: Level,
    actor: Actor,
    change: { readonly id: string; readonly isArchived: boolean },
  ): Promise<SavedQueryEntities[Level] | undefined>;

  createQuery(
    actor: Actor,
    query: NewEntity & { readonly id: string | undefined },
  ): Promise<Created<SavedQuery>>;
  createVariant(
    actor: Actor,
    variant: NewEntity & { readonly query_id: string },
  ): Promise<Created<SavedQueryVariant>>;
  /** Creates a variant of the same query with copies of the source's revisions. */
  forkVariant(actor: Actor, fork: NewFork): Promise<Created<SavedQueryVariant>>;
  /** Adds a revision to a variant. The revision gets the next version. */
  commit(actor: Actor, revision: NewRevision): Promise<Created<SavedQueryRevision>>;
  /** Adds version 0 to a variant without revisions. */
  commitInitial(
    actor: Actor,
    revision: NewRevision,
  ): Promise<Created<SavedQueryRevision> | { readonly status: 'exists' }>;

  /** Finds the variant that is used if a request names only a query: the oldest one by (created_at, id). */
  findDefaultVariant(projectId: string, queryId: string): Promise<SavedQueryVariant | undefined>;
  /** Finds a version of a variant, or the latest one if `version` is undefined. */
  findVersion(
    projectId: string,
    variantId: string,
    version: string | undefined,
  ): Promise<SavedQueryRevision | undefined>;
  /**
   * Lists revisions, newest first, from `version` (default: the latest) downwards. Returns at most `depth` revisions,
   * and fewer if they are large, but at least one.
   */
  log(
    projectId: string,
    from: {
      readonly query_variant_id: string;
      readonly version: string | undefined;
      readonly depth: number;
    },
  ): Promise<readonly SavedQueryRevision[]>;

  /** Creates a query, a variant, an empty revision 0 and a revision 1 with the data. */
  createSimple(
    actor: Actor,
    query: NewEntity & { readonly data: JsonObject | undefined },
  ): Promise<Created<SimpleQuery>>;
  /**
   * Edits the query and commits to its default variant. The commit keeps the latest data if `data` is
   * undefined and has no data if it is null.
   */
  editSimple(
    actor: Actor,
    change: {
      readonly id: string;
      readonly details: DetailsChanges;
      readonly data: JsonObject | null | undefined;
    },
  ): Promise<SimpleQuery | undefined>;
  /**
   * Adds to each query the latest revision of its default variant, in the order of `queries`. If the revisions are
   * large, the result covers only the first queries, but at least one.
   */
  withHeads(projectId: string, queries: readonly SavedQuery[]): Promise<readonly SimpleQuery[]>;
}
