import {
  formatTimestamp,
  type JsonObject,
  parseJsonText,
  parseTimestamp,
  stringifyJson,
} from '@spanhouse/span-schema';
import type { AliasedExpression, Kysely } from 'kysely';
import type { CatalogDatabase, EntityTable, RevisionTable } from '../catalog-database.js';
import type { Details, SavedQueryEntities, SavedQueryLevel } from './saved-query.js';

/** The table for each level. */
export const tables = {
  query: 'queries',
  query_variant: 'query_variants',
  query_revision: 'query_revisions',
} as const;

/** The columns of an entity. A level also has the columns of the levels above it. */
export type EntityRow = EntityTable & {
  readonly [Column in Exclude<keyof RevisionTable, keyof EntityTable>]?:
    | RevisionTable[Column]
    | undefined;
} & { readonly query_slug?: string | undefined; readonly variant_slug?: string | undefined };

/**
 * Returns the entities of a level as a table `e`, including the slugs of their parents. The table has the entities of
 * all projects, so every statement MUST restrict `e.project_id`.
 */
export function entitiesOf(
  db: Kysely<CatalogDatabase>,
  level: SavedQueryLevel,
): AliasedExpression<EntityRow, 'e'> {
  switch (level) {
    case 'query':
      return db.selectFrom('queries as e').selectAll('e').$castTo<EntityRow>().as('e');
    case 'query_variant':
      return db
        .selectFrom('query_variants as e')
        .innerJoin('queries as q', (join) =>
          join.onRef('q.project_id', '=', 'e.project_id').onRef('q.id', '=', 'e.query_id'),
        )
        .selectAll('e')
        .select('q.slug as query_slug')
        .$castTo<EntityRow>()
        .as('e');
    case 'query_revision':
      return db
        .selectFrom('query_revisions as e')
        .innerJoin('queries as q', (join) =>
          join.onRef('q.project_id', '=', 'e.project_id').onRef('q.id', '=', 'e.query_id'),
        )
        .innerJoin('query_variants as v', (join) =>
          join.onRef('v.project_id', '=', 'e.project_id').onRef('v.id', '=', 'e.variant_id'),
        )
        .selectAll('e')
        .select(['q.slug as query_slug', 'v.slug as variant_slug'])
        .$castTo<EntityRow>()
        .as('e');
  }
}

/** Parses the stored details of an entity. */
export function detailsOf({ details }: Pick<EntityTable, 'details'>): Details {
  return fromJsonText<Details>(details);
}

/** Converts a row to an entity of the API. Omits members without a value. */
export function toEntity<Level extends SavedQueryLevel>(
  level: Level,
  row: EntityRow,
): SavedQueryEntities[Level] {
  const entity = {
    id: row.id,
    slug: row.slug,
    ...(level !== 'query' && { query_id: row.query_id, query_slug: row.query_slug }),
    ...(level === 'query_revision' && toRevisionMembers(row)),
    ...detailsOf(row),
    created_at: fromSortableTime(row.created_at),
    created_by_id: row.created_by_id,
    ...(row.updated_at !== null && { updated_at: fromSortableTime(row.updated_at) }),
    ...(row.updated_by_id !== null && { updated_by_id: row.updated_by_id }),
    ...(row.deleted_at !== null && { deleted_at: fromSortableTime(row.deleted_at) }),
    ...(row.deleted_by_id !== null && { deleted_by_id: row.deleted_by_id }),
  };
  // `entitiesOf` selects exactly the columns of the level.
  return entity as SavedQueryEntities[Level];
}

function toRevisionMembers(row: EntityRow) {
  return {
    query_variant_id: row.variant_id,
    query_variant_slug: row.variant_slug,
    version: String(row.version),
    author: row.author,
    date: fromSortableTime(row.date ?? ''),
    ...(typeof row.data === 'string' && { data: fromJsonText(row.data) }),
  };
}

/**
 * Number of rows that are read in one step. It is small because a row may take a megabyte, the maximum size of a write.
 */
export const STEP = 50;
/** Approximate maximum number of characters in the rows of a page. Only the last row may exceed this maximum. */
const MAX_CHARS = 16 * 1024 * 1024;

/** Returns the number of leading rows that fit into a page. The number is at least one if there are any rows. */
export function countThatFit(rows: readonly (EntityRow | undefined)[], limit: number): number {
  let chars = 0;
  let count = 0;
  for (const row of rows) {
    if (count === limit || chars >= MAX_CHARS) {
      break;
    }
    chars += (row?.details.length ?? 0) + (row?.data?.length ?? 0);
    count += 1;
  }
  return count;
}

/** Converts a version to a number. Returns -1 if no revision can have this version. */
export function parseVersion(version: string): number {
  return /^(0|[1-9]\d{0,8})$/.test(version) ? Number(version) : -1;
}

/** Parses the output of `toJsonText`. Integers beyond 2^53 become bigint values. */
export function fromJsonText<Value = JsonObject>(text: string): Value {
  const parsed = parseJsonText(text);
  if (parsed.status === 'parsed') {
    return parsed.value as Value;
  }
  throw new Error(`a JSON text of the catalog is malformed: ${parsed.message}`);
}

/** Serializes a value for a string column. Integers of any size keep their digits, and U+0000 is escaped. */
export function toJsonText(value: object): string {
  return stringifyJson(value as JsonObject);
}

const NS_PER_SECOND = 1_000_000_000n;

/**
 * Formats a time in UTC with 9 fractional digits. All results have the same length, so sorting them as strings sorts
 * them by time.
 */
export function toSortableTime(timeNs: bigint): string {
  const fraction = ((timeNs % NS_PER_SECOND) + NS_PER_SECOND) % NS_PER_SECOND;
  const seconds = Number((timeNs - fraction) / NS_PER_SECOND);
  const whole = new Date(seconds * 1000).toISOString().slice(0, 19);
  return `${whole}.${String(fraction).padStart(9, '0')}Z`;
}

/** Converts a sortable time to the time format of the API. */
function fromSortableTime(text: string): string {
  return formatTimestamp(sortableTimeNs(text));
}

/** Parses a sortable time. Returns nanoseconds since 1970. */
export function sortableTimeNs(text: string): bigint {
  return parseTimestamp(text) ?? 0n;
}
