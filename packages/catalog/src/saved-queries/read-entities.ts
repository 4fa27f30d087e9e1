import type { Kysely } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';
import { countThatFit, type EntityRow, entitiesOf, parseVersion, STEP } from './entity-row.js';
import type { EntityReference, SavedQueryLevel } from './saved-query.js';

type Db = Kysely<CatalogDatabase>;

/** Finds the entity with the id and slug of a reference. Finds nothing if the reference has neither. */
export async function findEntity(
  db: Db,
  level: SavedQueryLevel,
  { projectId, ref }: { readonly projectId: string; readonly ref: EntityReference },
): Promise<EntityRow | undefined> {
  const { id, slug } = ref;
  if (id === undefined && slug === undefined) {
    return undefined;
  }
  return await db
    .selectFrom(entitiesOf(db, level))
    .selectAll()
    .where('e.project_id', '=', projectId)
    .$if(id !== undefined, (query) => query.where('e.id', '=', id ?? ''))
    .$if(slug !== undefined, (query) => query.where('e.slug', '=', slug ?? ''))
    .executeTakeFirst();
}

/** Finds the default variant of a query: the oldest one by (created_at, id). */
export async function findDefaultVariant(
  db: Db,
  projectId: string,
  queryId: string,
): Promise<EntityRow | undefined> {
  return await db
    .selectFrom(entitiesOf(db, 'query_variant'))
    .selectAll()
    .where('e.project_id', '=', projectId)
    .where('e.query_id', '=', queryId)
    .orderBy('e.created_at')
    .orderBy('e.id')
    .limit(1)
    .executeTakeFirst();
}

/** The first version of a history, and the number of revisions to return. */
interface History {
  readonly query_variant_id: string;
  readonly version: string | undefined;
  readonly depth: number;
}

/**
 * Lists revisions of a variant, newest first, from `version` (default: the latest) downwards. Returns at most `depth`
 * revisions, and no more than fit into a page. Within a variant, versions have the order of (created_at, id).
 */
export async function listVersions(
  db: Db,
  projectId: string,
  { depth, ...from }: History,
): Promise<readonly EntityRow[]> {
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
  return found.slice(0, count);
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
 * Returns the latest revision of the default variant of each query, in the order of the queries; undefined for a query
 * without a revision. Returns only as many as fit into a page.
 */
export async function findHeads(
  db: Db,
  projectId: string,
  queryIds: readonly string[],
): Promise<readonly (EntityRow | undefined)[]> {
  const heads: (EntityRow | undefined)[] = [];
  for (let from = 0; from < queryIds.length; from += STEP) {
    const ids = queryIds.slice(from, from + STEP);
    const rows = await selectHeads(db, projectId, ids);
    const byQuery = new Map(rows.map((row) => [row.query_id, row]));
    heads.push(...ids.map((id) => byQuery.get(id)));
    const count = countThatFit(heads, heads.length);
    if (count < heads.length) {
      return heads.slice(0, count);
    }
  }
  return heads;
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
