import type { Clock } from '@spanhouse/service-runtime';
import type { Kysely } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';
import { attempt } from '../catalog-unavailable.js';
import { toEntity } from './entity-row.js';
import { fromJsonText } from './json-text.js';
import { listEntities } from './list-entities.js';
import { findDefaultVariant, findEntity, findHeads, listVersions } from './read-entities.js';
import type {
  EntityReference,
  SavedQuery,
  SavedQueryEntities,
  SavedQueryLevel,
} from './saved-query.js';
import type {
  Actor,
  Created,
  NewEntity,
  NewFork,
  NewRevision,
  SavedQueryStore,
  SimpleQuery,
} from './saved-query-store.js';
import { toSortableTime } from './sortable-time.js';
import {
  type CommitOutcome,
  commitRevision,
  copyRevisions,
  editDetails,
  insertQuery,
  insertVariant,
  latestOf,
  newRow,
  randomSlug,
  updateEntity,
  type Write,
} from './write-entities.js';

type Db = Kysely<CatalogDatabase>;

const NS_PER_MICROSECOND = 1000n;

/**
 * Creates the store for SQLite and PostgreSQL: kysely compiles the same statements for both. Every write is one
 * transaction. A method rejects with `CATALOG_UNAVAILABLE` if a statement fails.
 */
export function createKyselySavedQueryStore(db: Db, clock: Clock): SavedQueryStore {
  // Times are truncated to whole microseconds; the times of successive revisions of a variant differ by at least one.
  const write = <T>(actor: Actor, run: (write: Write) => Promise<T>): Promise<T> =>
    attempt('written', () =>
      db.transaction().execute((transaction) => {
        const nowNs = (clock.nowNs() / NS_PER_MICROSECOND) * NS_PER_MICROSECOND;
        return run({ ...actor, nowNs, db: transaction });
      }),
    );
  return {
    find: (level, projectId, ref) => attempt('read', () => find(db, level, { projectId, ref })),
    list: (level, selection, signal) =>
      attempt('read', async () => {
        const { items, hasMore } = await listEntities(db, level, { ...selection, signal });
        return { items: items.map((row) => toEntity(level, row)), hasMore };
      }),
    edit: (level, actor, change) =>
      write(actor, async (w) =>
        (await editDetails(w, level, change)) ? await byId(w, level, change.id) : undefined,
      ),
    setArchived: (level, actor, { id, isArchived }) =>
      write(actor, async (w) => {
        const deleted_at = isArchived ? toSortableTime(w.nowNs) : null;
        const deleted_by_id = isArchived ? w.user_id : null;
        const isThere = await updateEntity(w, level, { id, deleted_at, deleted_by_id });
        return isThere ? await byId(w, level, id) : undefined;
      }),
    createQuery: (actor, query) => write(actor, (w) => createQuery(w, query)),
    createVariant: (actor, variant) => write(actor, (w) => createVariant(w, variant)),
    forkVariant: (actor, fork) => write(actor, (w) => forkVariant(w, fork)),
    commit: (actor, revision) =>
      write(actor, async (w) => committed(w, await commitRevision(w, revision))),
    commitInitial: (actor, revision) =>
      write(actor, async (w) => {
        const outcome = await commitRevision(w, revision, { isInitial: true });
        return outcome.status === 'exists' ? outcome : await committed(w, outcome);
      }),
    findDefaultVariant: (projectId, queryId) =>
      attempt('read', async () => {
        const row = await findDefaultVariant(db, projectId, queryId);
        return row && toEntity('query_variant', row);
      }),
    findVersion: (projectId, variantId, version) =>
      attempt('read', () => findVersion(db, projectId, { query_variant_id: variantId, version })),
    log: (projectId, from) =>
      attempt('read', async () => {
        const rows = await listVersions(db, projectId, from);
        return rows.map((row) => toEntity('query_revision', row));
      }),
    createSimple: (actor, query) => write(actor, (w) => createSimple(w, query)),
    editSimple: (actor, change) =>
      write(actor, async (w) => {
        if (!(await editDetails(w, 'query', change))) {
          return undefined;
        }
        await commitToDefaultVariant(w, change);
        const query = await byId(w, 'query', change.id);
        return query && (await withHeads(w.db, w.project_id, [query]))[0];
      }),
    withHeads: (projectId, queries) => attempt('read', () => withHeads(db, projectId, queries)),
  };
}

async function findVersion(
  db: Db,
  projectId: string,
  wanted: { readonly query_variant_id: string; readonly version: string | undefined },
) {
  const [revision] = await listVersions(db, projectId, { ...wanted, depth: 1 });
  const isWanted = wanted.version === undefined || String(revision?.version) === wanted.version;
  return revision && isWanted ? toEntity('query_revision', revision) : undefined;
}

async function find<Level extends SavedQueryLevel>(
  db: Db,
  level: Level,
  { projectId, ref }: { readonly projectId: string; readonly ref: EntityReference },
): Promise<SavedQueryEntities[Level] | undefined> {
  const row = await findEntity(db, level, { projectId, ref });
  return row && toEntity(level, row);
}

function byId<Level extends SavedQueryLevel>({ db, project_id }: Write, level: Level, id: string) {
  return find(db, level, { projectId: project_id, ref: { id } });
}

async function created<Level extends SavedQueryLevel>(
  write: Write,
  level: Level,
  id: string,
): Promise<Created<SavedQueryEntities[Level]>> {
  const entity = await byId(write, level, id);
  return entity === undefined ? { status: 'unknown' } : { status: 'created', entity };
}

async function createQuery(
  write: Write,
  { id, ...query }: NewEntity & { readonly id: string | undefined },
): Promise<Created<SavedQuery>> {
  const row = newRow(query, write, id);
  if (await insertQuery(write, row)) {
    return await created(write, 'query', row.id);
  }
  // The insert does not report whether the id or the slug is taken, so the id is looked up.
  const taken = await byId(write, 'query', row.id);
  const member = taken !== undefined && taken.slug !== row.slug ? 'id' : 'slug';
  return { status: 'taken', member };
}

async function createVariant(
  write: Write,
  { query_id, ...variant }: NewEntity & { readonly query_id: string },
): Promise<Created<SavedQueryEntities['query_variant']>> {
  if ((await byId(write, 'query', query_id)) === undefined) {
    return { status: 'unknown' };
  }
  const row = { ...newRow(variant, write), query_id };
  if (!(await insertVariant(write, row))) {
    return { status: 'taken', member: 'slug' };
  }
  return await created(write, 'query_variant', row.id);
}

async function forkVariant(
  write: Write,
  { source_variant_id, up_to_version, ...variant }: NewFork,
): Promise<Created<SavedQueryEntities['query_variant']>> {
  const source = await byId(write, 'query_variant', source_variant_id);
  if (source === undefined) {
    return { status: 'unknown' };
  }
  const target = await createVariant(write, { ...variant, query_id: source.query_id });
  if (target.status !== 'created') {
    return target;
  }
  const latest = (await latestOf(write, source.id))?.version ?? -1;
  const up_to = up_to_version === undefined ? latest : Number(up_to_version);
  await copyRevisions(write, { variant_id: source.id, up_to }, { variant_id: target.entity.id });
  return target;
}

async function committed(
  write: Write,
  outcome: CommitOutcome,
): Promise<Created<SavedQueryEntities['query_revision']>> {
  if (outcome.status === 'created') {
    return await created(write, 'query_revision', outcome.id);
  }
  // Only an initial commit can find an existing revision, and that case has a caller of its own.
  return outcome.status === 'exists' ? { status: 'unknown' } : outcome;
}

/** Commits twice, as the contract of the store requires: version 0 is empty and version 1 has the data. */
async function createSimple(
  write: Write,
  { data, ...entity }: NewEntity & { readonly data: NewRevision['data'] },
): Promise<Created<SimpleQuery>> {
  const query = await createQuery(write, { ...entity, id: undefined });
  if (query.status !== 'created') {
    return query;
  }
  const { id: query_id } = query.entity;
  const variant = newRow({ slug: randomSlug(), details: entity.details }, write);
  await insertVariant(write, { ...variant, query_id });
  for (const content of [undefined, data]) {
    const revision = { slug: randomSlug(), details: {}, data: content };
    await commitRevision(write, { ...revision, query_variant_id: variant.id });
  }
  const [simple] = await withHeads(write.db, write.project_id, [query.entity]);
  return simple === undefined ? { status: 'unknown' } : { status: 'created', entity: simple };
}

async function commitToDefaultVariant(
  write: Write,
  change: Parameters<SavedQueryStore['editSimple']>[1],
): Promise<void> {
  const variant = await findDefaultVariant(write.db, write.project_id, change.id);
  if (variant === undefined) {
    return;
  }
  const kept = change.data === undefined ? (await latestOf(write, variant.id))?.data : undefined;
  const data = typeof kept === 'string' ? fromJsonText(kept) : (change.data ?? undefined);
  const revision = { slug: randomSlug(), details: {}, data };
  await commitRevision(write, { ...revision, query_variant_id: variant.id });
}

async function withHeads(
  db: Db,
  projectId: string,
  queries: readonly SavedQuery[],
): Promise<readonly SimpleQuery[]> {
  const ids = queries.map(({ id }) => id);
  const heads = await findHeads(db, projectId, ids);
  return queries.slice(0, heads.length).map((query, index) => {
    const head = heads[index];
    return { query, revision: head && toEntity('query_revision', head) };
  });
}
