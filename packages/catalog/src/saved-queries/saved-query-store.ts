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

/** Whose entities are meant, and who acts. */
export interface Actor {
  readonly project_id: string;
  readonly user_id: string;
}

export interface NewEntity {
  readonly slug: string;
  readonly details: Details;
}

export interface NewRevision extends NewEntity {
  readonly query_variant_id: string;
  /** undefined = none. */
  readonly data: JsonObject | undefined;
}

export interface NewFork extends NewEntity {
  readonly source_variant_id: string;
  /** The last version that is copied; undefined = the latest. */
  readonly up_to_version: string | undefined;
}

export type Created<Entity> =
  | { readonly status: 'created'; readonly entity: Entity }
  /** Another entity of the level has this id or slug. */
  | { readonly status: 'taken'; readonly member: 'id' | 'slug' }
  /** What it should belong to is not there. */
  | { readonly status: 'unknown' };

/** A query with its default variant's latest revision, seen as one thing. */
export interface SimpleQuery {
  readonly query: SavedQuery;
  /** undefined: the query has no revision. */
  readonly revision: SavedQueryRevision | undefined;
}

/** All conditions have to hold. */
export interface EntitySelection {
  readonly project_id: string;
  /** For each level: one of them is meant. A list without an id or slug in it means nothing. */
  readonly refs: { readonly [Level in SavedQueryLevel]?: readonly EntityReference[] };
  readonly slugs: readonly string[] | undefined;
  /** `name` and `description`: part of the text, in any case; the others: contained. */
  readonly details: Details;
  readonly includeArchived: boolean;
  /** By created_at as in any window: of `oldest` and `newest` the one the list starts from is exclusive. */
  readonly oldest: bigint | undefined;
  readonly newest: bigint | undefined;
  readonly order: 'ascending' | 'descending';
  /** Id of the last item of the page before. */
  readonly after: string | undefined;
  readonly limit: number;
}

export interface EntityPage<Entity> {
  readonly items: readonly Entity[];
  readonly hasMore: boolean;
}

/**
 * Saved queries: query → variant → revision, as in git.
 *
 * - Nothing of one project is seen or touched from another; ids and slugs mean nothing there.
 * - Versions of a variant MUST be 0, 1, 2, … without gaps, also when several processes commit at once,
 *   and MUST be in the order of (created_at, id).
 * - What is archived is found, changed and resolved as before; only lists leave it out.
 * - A write is done completely or not at all; methods reject as those of `Catalog` do.
 */
export interface SavedQueryStore {
  find<Level extends SavedQueryLevel>(
    level: Level,
    projectId: string,
    ref: EntityReference,
  ): Promise<SavedQueryEntities[Level] | undefined>;
  /** By id. */
  list<Level extends SavedQueryLevel>(
    level: Level,
    selection: EntitySelection,
  ): Promise<EntityPage<SavedQueryEntities[Level]>>;
  /** undefined: there is no such entity. */
  edit<Level extends SavedQueryLevel>(
    level: Level,
    actor: Actor,
    change: { readonly id: string; readonly details: DetailsChanges },
  ): Promise<SavedQueryEntities[Level] | undefined>;
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
  /** A new variant of the same query with copies of the source's revisions. */
  forkVariant(actor: Actor, fork: NewFork): Promise<Created<SavedQueryVariant>>;
  commit(actor: Actor, revision: NewRevision): Promise<Created<SavedQueryRevision>>;
  /** Version 0 of a variant that has none. */
  commitInitial(
    actor: Actor,
    revision: NewRevision,
  ): Promise<Created<SavedQueryRevision> | { readonly status: 'exists' }>;

  /** The variant of a query that is meant when none is named: the oldest by (created_at, id). */
  findDefaultVariant(projectId: string, queryId: string): Promise<SavedQueryVariant | undefined>;
  /** That version of a variant; without one, the latest. */
  findVersion(
    projectId: string,
    variantId: string,
    version: string | undefined,
  ): Promise<SavedQueryRevision | undefined>;
  /** Newest first, from a version (default: the latest) down, at most `depth`. */
  log(
    projectId: string,
    from: {
      readonly query_variant_id: string;
      readonly version: string | undefined;
      readonly depth: number;
    },
  ): Promise<readonly SavedQueryRevision[]>;

  /** A query, a variant, an empty revision 0 and revision 1 with the data. */
  createSimple(
    actor: Actor,
    query: NewEntity & { readonly data: JsonObject | undefined },
  ): Promise<Created<SimpleQuery>>;
  /** Edits the query and commits to its default variant; without `data`, that of the latest revision. */
  editSimple(
    actor: Actor,
    change: {
      readonly id: string;
      readonly details: DetailsChanges;
      readonly data: JsonObject | null | undefined;
    },
  ): Promise<SimpleQuery | undefined>;
  /** In the order of `queries`. */
  withHeads(projectId: string, queries: readonly SavedQuery[]): Promise<readonly SimpleQuery[]>;
}
