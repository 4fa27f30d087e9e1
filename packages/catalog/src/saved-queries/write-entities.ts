import { randomBytes } from 'node:crypto';
import type { InsertQueryBuilder, InsertResult, Kysely } from 'kysely';
import { v7 as createUuidV7 } from 'uuid';
import type { CatalogDatabase, EntityTable } from '../catalog-database.js';
import { detailsOf, sortableTimeNs, tables, toJsonText, toSortableTime } from './entity-row.js';
import { findEntity } from './read-entities.js';
import type {
  Actor,
  Created,
  Details,
  DetailsChanges,
  NewEntity,
  NewRevision,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryRevision,
} from './saved-query.js';

/** The context of a write: user, project, transaction and time. */
export interface Write extends Actor {
  readonly db: Kysely<CatalogDatabase>;
  readonly nowNs: bigint;
}

/** Creates a slug of 12 hex digits for an entity that the user has not named. */
export function randomSlug(): string {
  return randomBytes(6).toString('hex');
}

/** Creates a row. If an id is generated, it sorts after every id that this process generated earlier. */
export function newRow(
  { slug, details }: NewEntity,
  { project_id, user_id, nowNs }: Write,
  id: string = createUuidV7(),
): EntityTable {
  return {
    project_id,
    id,
    slug,
    details: toJsonText(details),
    created_at: toSortableTime(nowNs),
    created_by_id: user_id,
    updated_at: null,
    updated_by_id: null,
    deleted_at: null,
    deleted_by_id: null,
  };
}

/**
 * Locks a row until the transaction ends. Returns the row, or undefined if it does not exist. The lock is an update
 * that changes nothing, because SQLite has no SELECT … FOR UPDATE.
 */
async function lockEntity(
  { db, project_id }: Write,
  level: SavedQueryLevel,
  id: string,
): Promise<{ readonly details: string; readonly query_id?: string } | undefined> {
  const columns = level === 'query' ? (['details'] as const) : (['details', 'query_id'] as const);
  return await db
    .updateTable(tables[level])
    .set((e) => ({ slug: e.ref('slug') }))
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .returning(columns)
    .$castTo<{ details: string; query_id?: string }>()
    .executeTakeFirst();
}

type Changes = Partial<Pick<EntityTable, 'details' | 'deleted_at' | 'deleted_by_id'>>;

/** Updates an entity. Resolves to undefined if it does not exist. */
export async function updateEntity<Level extends SavedQueryLevel>(
  { db, project_id, user_id, nowNs }: Write,
  level: Level,
  { id, ...changes }: Changes & { readonly id: string },
): Promise<SavedQueryEntities[Level] | undefined> {
  await db
    .updateTable(tables[level as SavedQueryLevel])
    .set({ ...changes, updated_at: toSortableTime(nowNs), updated_by_id: user_id })
    .where('project_id', '=', project_id)
    .where('id', '=', id)
    .execute();
  return await findEntity(db, level, { projectId: project_id, ref: { id } });
}

/** Merges changes into the details of an entity. Resolves to undefined if it does not exist. */
export async function editDetails<Level extends SavedQueryLevel>(
  write: Write,
  level: Level,
  { id, details: changes }: { readonly id: string; readonly details: DetailsChanges },
): Promise<SavedQueryEntities[Level] | undefined> {
  const locked = await lockEntity(write, level, id);
  if (locked === undefined) {
    return undefined;
  }
  const merged = Object.entries({ ...detailsOf(locked), ...changes });
  const details: Details = Object.fromEntries(merged.filter(([, value]) => value !== null));
  return await updateEntity(write, level, { id, details: toJsonText(details) });
}

/** Reads an entity that was just created, or the parent of a new entity. */
export async function created<Level extends SavedQueryLevel>(
  { db, project_id: projectId }: Write,
  level: Level,
  id: string,
): Promise<Created<SavedQueryEntities[Level]>> {
  const entity = await findEntity(db, level, { projectId, ref: { id } });
  return entity === undefined ? { status: 'unknown' } : { status: 'created', entity };
}

/** Inserts a row. Resolves to false if its id or slug is taken. */
export async function isInserted<Table extends (typeof tables)[SavedQueryLevel]>(
  insert: InsertQueryBuilder<CatalogDatabase, Table, InsertResult>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows: count } = await insert
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  return count === 1n;
}

/**
 * Adds a revision with the next version to a variant. A commit locks the variant before it reads the latest version.
 * Therefore, versions have no gaps even if two processes commit at the same time.
 */
export async function commitRevision(
  write: Write,
  { query_variant_id: variant_id, data, isInitial = false, ...entity }: NewRevision,
): Promise<Created<SavedQueryRevision>> {
  const variant = await lockEntity(write, 'query_variant', variant_id);
  if (variant?.query_id === undefined) {
    return { status: 'unknown' };
  }
  const latest = await latestOf(write, variant_id);
  if (isInitial && latest !== undefined) {
    return { status: 'exists' };
  }
  const row = newRow(entity, { ...write, nowNs: after(latest?.created_at, write.nowNs) });
  const insert = write.db.insertInto('query_revisions').values({
    ...row,
    query_id: variant.query_id,
    variant_id,
    version: (latest?.version ?? -1) + 1,
    author: write.user_id,
    date: row.created_at,
    data: data === undefined ? null : toJsonText(data),
  });
  return (await isInserted(insert))
    ? await created(write, 'query_revision', row.id)
    : { status: 'taken', member: 'slug' };
}

/** Reads the latest revision of a variant. Resolves to undefined if it has none. */
export async function latestOf({ db, project_id }: Write, variantId: string) {
  return await db
    .selectFrom('query_revisions')
    .select(['version', 'created_at', 'data'])
    .where('project_id', '=', project_id)
    .where('variant_id', '=', variantId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
}

const NS_PER_MICROSECOND = 1000n;

/** Returns a time later than the time of the previous revision, even if this process's clock shows an earlier time. */
function after(previous: string | undefined, nowNs: bigint): bigint {
  if (previous === undefined) {
    return nowNs;
  }
  const earliestNs = sortableTimeNs(previous) + NS_PER_MICROSECOND;
  return nowNs < earliestNs ? earliestNs : nowNs;
}

/** Copies the source's revisions up to a version. The copies get new ids and slugs. */
export async function copyRevisions(
  write: Write,
  source: { readonly variant_id: string; readonly up_to: number },
  target: { readonly variant_id: string },
): Promise<void> {
  const { db, project_id } = write;
  for (let from = 0; from <= source.up_to; from += COPY_STEP) {
    const rows = await db
      .selectFrom('query_revisions')
      .selectAll()
      .where('project_id', '=', project_id)
      .where('variant_id', '=', source.variant_id)
      .where('version', '>=', from)
      .where('version', '<', Math.min(from + COPY_STEP, source.up_to + 1))
      .orderBy('version')
      .execute();
    const copies = rows.map((row) => {
      const nowNs = write.nowNs + BigInt(row.version) * NS_PER_MICROSECOND;
      const own = newRow({ slug: randomSlug(), details: {} }, { ...write, nowNs });
      return { ...row, ...own, details: row.details, variant_id: target.variant_id };
    });
    await db.insertInto('query_revisions').values(copies).execute();
  }
}

/**
 * Number of revisions that one statement copies. Both databases limit the number of parameters per statement, and a
 * revision may take a megabyte.
 */
const COPY_STEP = 50;
