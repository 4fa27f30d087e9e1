import type { Clock } from '@spanhouse/service-runtime';
import type { JsonObject } from '@spanhouse/span-schema';
import type { Kysely } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';
import { attempt } from '../catalog-unavailable.js';
import { fromJsonText, toSortableTime } from './entity-row.js';
import { listEntities } from './list-entities.js';
import {
  findDefaultVariant,
  findEntity,
  findVersion,
  listVersions,
  withHeads,
} from './read-entities.js';
import type {
  Actor,
  Created,
  DetailsChanges,
  EntityReference,
  EntitySelection,
  NewEntity,
  NewFork,
  NewRevision,
  SavedQuery,
  SavedQueryLevel,
  SavedQueryVariant,
  SimpleQuery,
} from './saved-query.js';
import {
  commitRevision,
  copyRevisions,
  created,
  editDetails,
  isInserted,
  latestOf,
  newRow,
  randomSlug,
  updateEntity,
  type Write,
} from './write-entities.js';

type Db = Kysely<CatalogDatabase>;

export type SavedQueryStore = ReturnType<typeof createSavedQueryStore>;

/**
 * Creates the store of saved queries in SQLite or PostgreSQL; kysely compiles the same statements for both. A query has
 * variants and a variant has revisions, like branches and commits in git.
 *
 * - A method MUST NOT read or change entities of a project other than the given one.
 * - The versions of a variant MUST be 0, 1, 2, … without gaps, even if several processes commit at the same time. Their
 *   order MUST be the order of (created_at, id).
 * - An archived entity MUST be found, changed and resolved like any other; only lists omit it.
 * - A write MUST be applied completely or not at all, in one transaction. Methods reject in the same cases as the
 *   methods of `Catalog`.
 */
export function createSavedQueryStore(db: Db, clock: Clock) {
  return { ...createReads(db), ...createWrites(db, clock) };
}

function createReads(db: Db) {
  return {
    find: <Level extends SavedQueryLevel>(level: Level, projectId: string, ref: EntityReference) =>
      attempt('read', () => findEntity(db, level, { projectId, ref })),
    /**
     * Returns a page of entities, ordered by id. If entities are large, a page MAY have fewer than the limit, but has
     * at least one. `hasMore` is true if further entities match. When `signal` aborts, the read stops and rejects.
     */
    list: <Level extends SavedQueryLevel>(
      level: Level,
      selection: EntitySelection,
      signal: AbortSignal,
    ) => attempt('read', () => listEntities(db, level, { ...selection, signal })),
    /** Finds the variant for requests that name only a query: the oldest variant by (created_at, id). */
    findDefaultVariant: (projectId: string, queryId: string) =>
      attempt('read', () => findDefaultVariant(db, projectId, queryId)),
    /** Finds a version of a variant. If `version` is undefined, finds the latest version. */
    findVersion: (projectId: string, variantId: string, version: string | undefined) =>
      attempt('read', () => findVersion(db, projectId, { query_variant_id: variantId, version })),
    /**
     * Lists revisions, newest first, starting with `version` (default: the latest). Returns at most `depth` revisions.
     * If revisions are large, returns fewer, but at least one.
     */
    log: (projectId: string, from: Parameters<typeof listVersions>[2]) =>
      attempt('read', () => listVersions(db, projectId, from)),
    /**
     * Returns `queries` in the given order, each with the latest revision of its default variant. If the revisions are
     * large, returns only the first queries, but at least one.
     */
    withHeads: (projectId: string, queries: readonly SavedQuery[]) =>
      attempt('read', () => withHeads(db, projectId, queries)),
  };
}

function createWrites(db: Db, clock: Clock) {
  // Times are truncated to whole microseconds. The times of successive revisions differ by at least one microsecond.
  const write = <T>(actor: Actor, run: (write: Write) => Promise<T>): Promise<T> =>
    attempt('written', () =>
      db.transaction().execute((transaction) => {
        const nowNs = (clock.nowNs() / NS_PER_MICROSECOND) * NS_PER_MICROSECOND;
        return run({ ...actor, nowNs, db: transaction });
      }),
    );
  const writes =
    <Input, Result>(run: (write: Write, input: Input) => Promise<Result>) =>
    (actor: Actor, input: Input) =>
      write(actor, (w) => run(w, input));
  return {
    /** Changes the given details of an entity. Resolves to undefined if the entity does not exist. */
    edit: <Level extends SavedQueryLevel>(
      level: Level,
      actor: Actor,
      change: { readonly id: string; readonly details: DetailsChanges },
    ) => write(actor, (w) => editDetails(w, level, change)),
    /** Archives or restores an entity. Resolves to undefined if the entity does not exist. */
    setArchived: <Level extends SavedQueryLevel>(
      level: Level,
      actor: Actor,
      { id, isArchived }: { readonly id: string; readonly isArchived: boolean },
    ) =>
      write(actor, (w) => {
        const deleted_at = isArchived ? toSortableTime(w.nowNs) : null;
        const deleted_by_id = isArchived ? w.user_id : null;
        return updateEntity(w, level, { id, deleted_at, deleted_by_id });
      }),
    createQuery: writes(createQuery),
    createVariant: writes(createVariant),
    forkVariant: writes(forkVariant),
    commit: writes(commitRevision),
    createSimple: writes(createSimple),
    editSimple: writes(editSimple),
  };
}

const NS_PER_MICROSECOND = 1000n;

async function createQuery(
  write: Write,
  { id, ...query }: NewEntity & { readonly id: string | undefined },
): Promise<Created<SavedQuery>> {
  const row = newRow(query, write, id);
  const isNew = await isInserted(write.db.insertInto('queries').values(row));
  // The insert does not report whether the id or the slug is taken, so the id is looked up.
  const found = await created(write, 'query', row.id);
  if (isNew) {
    return found;
  }
  const isOther = found.status === 'created' && found.entity.slug !== row.slug;
  return { status: 'taken', member: isOther ? 'id' : 'slug' };
}

async function createVariant(
  write: Write,
  { query_id, ...variant }: NewEntity & { readonly query_id: string },
): Promise<Created<SavedQueryVariant>> {
  if ((await created(write, 'query', query_id)).status === 'unknown') {
    return { status: 'unknown' };
  }
  const row = { ...newRow(variant, write), query_id };
  return (await isInserted(write.db.insertInto('query_variants').values(row)))
    ? await created(write, 'query_variant', row.id)
    : { status: 'taken', member: 'slug' };
}

/** Creates a variant of the same query, and copies the revisions of the source variant. */
async function forkVariant(
  write: Write,
  { source_variant_id, up_to_version, ...variant }: NewFork,
): Promise<Created<SavedQueryVariant>> {
  const source = await created(write, 'query_variant', source_variant_id);
  if (source.status !== 'created') {
    return source;
  }
  const { id, query_id } = source.entity;
  const target = await createVariant(write, { ...variant, query_id });
  if (target.status !== 'created') {
    return target;
  }
  const latest = (await latestOf(write, id))?.version ?? -1;
  const up_to = up_to_version === undefined ? latest : Number(up_to_version);
  await copyRevisions(write, { variant_id: id, up_to }, { variant_id: target.entity.id });
  return target;
}

/** Creates a query, a variant, an empty revision 0, and a revision 1 that contains the data. */
async function createSimple(
  write: Write,
  { data, ...entity }: NewEntity & Pick<NewRevision, 'data'>,
): Promise<Created<SimpleQuery>> {
  const { db, project_id } = write;
  const query = await createQuery(write, { ...entity, id: undefined });
  if (query.status !== 'created') {
    return query;
  }
  const { id: query_id } = query.entity;
  const { details } = entity;
  const variant = { ...newRow({ slug: randomSlug(), details }, write), query_id };
  await isInserted(db.insertInto('query_variants').values(variant));
  for (const content of [undefined, data]) {
    await commitContent(write, variant.id, content);
  }
  const [simple] = await withHeads(db, project_id, [query.entity]);
  return simple === undefined ? { status: 'unknown' } : { status: 'created', entity: simple };
}

/**
 * The new details and data of a query. If `data` is undefined, the commit keeps the latest data; if it is null, the
 * commit has no data.
 */
interface SimpleChange {
  readonly id: string;
  readonly details: DetailsChanges;
  readonly data: JsonObject | null | undefined;
}

/** Edits a query and commits to the query's default variant. Resolves to undefined if the query does not exist. */
async function editSimple(
  write: Write,
  { data, ...change }: SimpleChange,
): Promise<SimpleQuery | undefined> {
  const { db, project_id } = write;
  const query = await editDetails(write, 'query', change);
  if (query === undefined) {
    return undefined;
  }
  const variant = await findDefaultVariant(db, project_id, query.id);
  if (variant !== undefined) {
    const kept = data === undefined ? (await latestOf(write, variant.id))?.data : undefined;
    const content = typeof kept === 'string' ? fromJsonText(kept) : (data ?? undefined);
    await commitContent(write, variant.id, content);
  }
  return (await withHeads(db, project_id, [query]))[0];
}

async function commitContent(
  write: Write,
  query_variant_id: string,
  data: JsonObject | undefined,
): Promise<void> {
  await commitRevision(write, { query_variant_id, slug: randomSlug(), details: {}, data });
}
