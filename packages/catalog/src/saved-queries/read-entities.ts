import type { Kysely } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';
import {
  countThatFit,
  type EntityRow,
  entitiesOf,
  parseVersion,
  STEP,
  toEntity,
} from './entity-row.js';
import type {
  EntityReference,
  SavedQuery,
  SavedQueryEntities,
  SavedQueryLevel,
  SavedQueryRevision,
  SavedQueryVariant,
  SimpleQuery,
} from './saved-query.js';

type Db = Kysely<CatalogDatabase>;

/** Finds the entity that matches a reference. Resolves to undefined if the reference has neither an id nor a slug. */
export async function findEntity<Level extends SavedQueryLevel>(
  db: Db,
  level: Level,
  { projectId, ref }: { readonly projectId: string; readonly ref: EntityReference },
): Promise<SavedQueryEntities[Level] | undefined> {
  const { id, slug } = ref;
  if (id === undefined && slug === undefined) {
    return undefined;
  }
  const row = await db
    .selectFrom(entitiesOf(db, level))
    .selectAll()
    .where('e.project_id', '=', projectId)
    .$if(id !== undefined, (query) => query.where('e.id', '=', id ?? ''))
    .$if(slug !== undefined, (query) => query.where('e.slug', '=', slug ?? ''))
    .executeTakeFirst();
  return row && toEntity(level, row);
}

/** Finds the default variant of a query, which is the oldest one by (created_at, id). */
export async function findDefaultVariant(
  db: Db,
  projectId: string,
  queryId: string,
): Promise<SavedQueryVariant | undefined> {
  const row = await db
    .selectFrom(entitiesOf(db, 'query_variant'))
    .selectAll()
    .where('e.project_id', '=', projectId)
    .where('e.query_id', '=', queryId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst();
  return row && toEntity('query_variant', row);
}

/** The version at which a history starts, and the number of revisions to return. */
interface History {
  readonly query_variant_id: string;
  readonly version: string | undefined;
  readonly depth: number;
}

/**
 * Lists revisions of a variant, newest first, starting with `version` (default: the latest). Returns at most `depth`
 * revisions, and at most one page. Versions are in the order of (created_at, id).
 */
export async function listVersions(
  db: Db,
  projectId: string,
  { depth, ...from }: History,
): Promise<readonly SavedQueryRevision[]> {
  const found: EntityRow[] = [];
  let rows: readonly EntityRow[];
  let count: number;
  let { version } = from;
  do {
    rows = await selectVersions(db, projectId, { ...from, version, depth: Math.min(depth, STEP) });
    found.push(...rows);
    version = String((rows.at(-1)?.version ?? 0) - 1);
    count = countThatFit(found, depth);
  } while (found.length === count && count < depth && rows.length === STEP);
  return found.slice(0, count).map((row) => toEntity('query_revision', row));
}

/** Finds a version of a variant. If `version` is undefined, finds the latest version. */
export async function findVersion(
  db: Db,
  projectId: string,
  wanted: Omit<History, 'depth'>,
): Promise<SavedQueryRevision | undefined> {
  const [revision] = await listVersions(db, projectId, { ...wanted, depth: 1 });
  const isWanted = wanted.version === undefined || revision?.version === wanted.version;
  return isWanted ? revision : undefined;
}

async function selectVersions(
  db: Db,
  projectId: string,
  { query_variant_id: variantId, version, depth }: History,
): Promise<readonly EntityRow[]> {
  return await db
    .selectFrom(entitiesOf(db, 'query_revision'))
    .selectAll()
    .where('e.project_id', '=', projectId)
    .where('e.variant_id', '=', variantId)
    .$if(version !== undefined, (query) =>
      query.where('e.version', '<=', parseVersion(version ?? '')),
    )
    .orderBy('e.version', 'desc')
    .limit(depth)
    .execute();
}

/**
 * Returns the queries in the given order, each with the latest revision of its default variant. The revision is
 * undefined if the variant has none yet. Returns only as many queries as fit into a page.
 */
export async function withHeads(
  db: Db,
  projectId: string,
  queries: readonly SavedQuery[],
): Promise<readonly SimpleQuery[]> {
  const heads: (EntityRow | undefined)[] = [];
  let count = 0;
  for (let from = 0; from < queries.length && count === heads.length; from += STEP) {
    const ids = queries.slice(from, from + STEP).map(({ id }) => id);
    const rows = await selectHeads(db, projectId, ids);
    const byQuery = new Map(rows.map((row) => [row.query_id, row]));
    heads.push(...ids.map((id) => byQuery.get(id)));
    count = countThatFit(heads, heads.length);
  }
  return queries.slice(0, count).map((query, index) => {
    const head = heads[index];
    return { query, revision: head && toEntity('query_revision', head) };
  });
}

function selectHeads(db: Db, projectId: string, queryIds: readonly string[]) {
  return db
    .selectFrom(entitiesOf(db, 'query_revision'))
    .selectAll()
    .where('e.project_id', '=', projectId)
    .where('e.query_id', 'in', queryIds)
    .where('e.variant_id', '=', (nested) =>
      nested
        .selectFrom('query_variants as oldest')
        .select('oldest.id')
        .whereRef('oldest.project_id', '=', 'e.project_id')
        .whereRef('oldest.query_id', '=', 'e.query_id')
        .orderBy('oldest.created_at')
        .orderBy('oldest.id')
        .limit(1),
    )
    .where('e.version', '=', (nested) =>
      nested
        .selectFrom('query_revisions as own')
        .select((own) => own.fn.max('own.version').as('version'))
        .whereRef('own.project_id', '=', 'e.project_id')
        .whereRef('own.variant_id', '=', 'e.variant_id'),
    )
    .execute();
}
