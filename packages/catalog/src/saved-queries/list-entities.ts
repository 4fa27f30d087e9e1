import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type Expression, type ExpressionBuilder, type Kysely, type SqlBool, sql } from 'kysely';
import type { CatalogDatabase } from '../catalog-database.js';
import {
  countThatFit,
  detailsOf,
  type EntityRow,
  entitiesOf,
  parseVersion,
  STEP,
  toEntity,
  toSortableTime,
} from './entity-row.js';
import type { Details, EntityReference, EntitySelection, SavedQueryLevel } from './saved-query.js';

/**
 * Returns a page of entities, ordered by id. Reads rows in steps until the page is full or the signal aborts. Compares
 * details here instead of in SQL, because the two databases have no common operator for containment.
 */
export async function listEntities<Level extends SavedQueryLevel>(
  db: Kysely<CatalogDatabase>,
  level: Level,
  { signal, ...selection }: EntitySelection & { readonly signal: AbortSignal },
) {
  const items: EntityRow[] = [];
  let rows: EntityRow[];
  let count: number;
  let { after } = selection;
  do {
    signal.throwIfAborted();
    rows = await selectStep(db, level, { ...selection, after });
    items.push(...rows.filter((row) => hasDetails(detailsOf(row), selection.details)));
    after = rows.at(-1)?.id;
    count = countThatFit(items, selection.limit);
  } while (items.length === count && rows.length === STEP);
  const page = items.slice(0, count).map((row) => toEntity(level, row));
  return { items: page, hasMore: items.length > count };
}

type Builder = ExpressionBuilder<CatalogDatabase & { e: EntityRow }, 'e'>;

function selectStep(
  db: Kysely<CatalogDatabase>,
  level: SavedQueryLevel,
  selection: EntitySelection,
): Promise<EntityRow[]> {
  const { order, after } = selection;
  const isAscending = order === 'ascending';
  return db
    .selectFrom(entitiesOf(db, level))
    .selectAll()
    .where('e.project_id', '=', selection.project_id)
    .where((e) => e.and(conditions(e, level, selection)))
    .$if(after !== undefined, (query) => query.where('e.id', isAscending ? '>' : '<', after ?? ''))
    .orderBy('e.id', isAscending ? 'asc' : 'desc')
    .limit(STEP)
    .execute();
}

function conditions(
  e: Builder,
  level: SavedQueryLevel,
  { refs, slugs, includeArchived, ...window }: EntitySelection,
): Expression<SqlBool>[] {
  return [
    ...(includeArchived ? [] : [e('e.deleted_at', 'is', null)]),
    ...(slugs ? [anyOf(e, ...slugs.map((slug) => e('e.slug', '=', slug)))] : []),
    ...bounds(e, window),
    ...referenceColumns[level].flatMap(([of, columns]) => referenced(e, refs[of], columns)),
  ];
}

/** Restricts the creation time. The bound at which the list starts is exclusive; the opposite bound is inclusive. */
function bounds(
  e: Builder,
  { oldest, newest, order }: Pick<EntitySelection, 'oldest' | 'newest' | 'order'>,
): Expression<SqlBool>[] {
  const [after, before] = order === 'ascending' ? (['>', '<='] as const) : (['>=', '<'] as const);
  return [
    ...(oldest === undefined ? [] : [e('e.created_at', after, toSortableTime(oldest))]),
    ...(newest === undefined ? [] : [e('e.created_at', before, toSortableTime(newest))]),
  ];
}

/** The columns that a reference is compared with. */
interface ReferenceColumns {
  readonly id: 'e.id' | 'e.query_id' | 'e.variant_id';
  readonly slug: 'e.slug' | 'e.query_slug' | 'e.variant_slug';
  readonly hasVersion?: boolean;
}

const own: ReferenceColumns = { id: 'e.id', slug: 'e.slug' };
const query: ReferenceColumns = { id: 'e.query_id', slug: 'e.query_slug' };
const variant: ReferenceColumns = { id: 'e.variant_id', slug: 'e.variant_slug' };

/** For each level, the columns that contain references to an entity and to its parents. */
const referenceColumns: Readonly<
  Record<SavedQueryLevel, readonly (readonly [SavedQueryLevel, ReferenceColumns])[]>
> = {
  query: [['query', own]],
  query_variant: [
    ['query', query],
    ['query_variant', own],
  ],
  query_revision: [
    ['query', query],
    ['query_variant', variant],
    ['query_revision', { ...own, hasVersion: true }],
  ],
};

/** Requires a match with at least one of the references. If no reference has an id or slug, nothing matches. */
function referenced(
  e: Builder,
  refs: readonly EntityReference[] = [],
  columns: ReferenceColumns,
): Expression<SqlBool>[] {
  const named = refs.filter(({ id, slug }) => id !== undefined || slug !== undefined);
  const alternatives = named.map((ref) => e.and(holds(ref, columns, e)));
  return refs.length === 0 ? [] : [anyOf(e, ...alternatives)];
}

function holds(
  { id, slug, version }: EntityReference,
  columns: ReferenceColumns,
  e: Builder,
): Expression<SqlBool>[] {
  return [
    ...(id === undefined ? [] : [e(columns.id, '=', id)]),
    ...(slug === undefined ? [] : [e(columns.slug, '=', slug)]),
    ...(version === undefined || columns.hasVersion !== true
      ? []
      : [e('e.version', '=', parseVersion(version))]),
  ];
}

/**
 * Combines alternatives with OR. The result is a balanced tree, because SQLite limits the depth of expressions to 1000.
 * Without alternatives, nothing matches.
 */
function anyOf(e: Builder, ...alternatives: Expression<SqlBool>[]): Expression<SqlBool> {
  const [first, second] = alternatives;
  if (first === undefined || second === undefined) {
    return first ?? sql<SqlBool>`1 = 0`;
  }
  const half = alternatives.length >>> 1;
  return e.or([anyOf(e, ...alternatives.slice(0, half)), anyOf(e, ...alternatives.slice(half))]);
}

function hasDetails(details: Details, wanted: Details): boolean {
  return (
    hasText(details.name, wanted.name) &&
    hasText(details.description, wanted.description) &&
    hasMembers(details.flags, wanted.flags) &&
    hasMembers(details.tags, wanted.tags) &&
    hasMembers(details.meta, wanted.meta)
  );
}

function hasText(text: string | undefined, wanted: string | undefined): boolean {
  return wanted === undefined || (text ?? '').toLowerCase().includes(wanted.toLowerCase());
}

function hasMembers(members: Details['flags'], wanted: Details['flags']): boolean {
  return wanted === undefined || containsJson(members ?? {}, wanted);
}

/**
 * Returns true if `whole` contains `part`, as defined by PostgreSQL's `@>`. An object must contain all members of the
 * part. An array must contain an item for each item of the part, in any order. Both rules apply at any depth.
 */
function containsJson(whole: JsonValue | undefined, part: JsonValue): boolean {
  if (whole === undefined) {
    return false;
  }
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      part.every((item) => whole.some((candidate) => containsJson(candidate, item)))
    );
  }
  if (isJsonObject(part)) {
    return (
      isJsonObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsJson(whole[key], value),
      )
    );
  }
  return whole === part;
}
