import type { Logger } from '@spanhouse/service-runtime';
import type { Kysely, Transaction } from 'kysely';
import { defaultProjectId, defaultUserId } from './catalog.js';
import type { CatalogAddress } from './catalog-config.js';
import type { CatalogDatabase } from './catalog-database.js';
import { withCatalogDatabase } from './open-catalog.js';

/**
 * The tables of a catalog, in an order in which each table follows the tables that it references. Gateway reports are
 * not copied.
 */
const copiedTables = [
  'users',
  'projects',
  'api_keys',
  'queries',
  'query_variants',
  'query_revisions',
] as const;

type CopiedTable = (typeof copiedTables)[number];
type Rows = readonly (readonly [CopiedTable, readonly object[]])[];

/**
 * Maximum number of rows per insert. Both databases limit the number of values per statement, and a row has up to 16
 * values.
 */
const ROWS_OF_INSERT = 500;

/**
 * Replaces the content of one catalog with the content of another, completely or not at all. Both catalogs MUST be
 * migrated, and nothing may write to `from` during the copy. A second copy of the same content changes nothing.
 */
export async function copyCatalog(
  { from, to }: { readonly from: CatalogAddress; readonly to: CatalogAddress },
  options: { readonly logger: Logger },
): Promise<void> {
  const rows = await withCatalogDatabase(from, { ...options, verb: 'copied' }, readRows);
  await withCatalogDatabase(to, { ...options, verb: 'copied' }, (db) =>
    db.transaction().execute((transaction) => replaceRows(transaction, rows)),
  );
}

/** Returns whether a migrated catalog contains only the rows that the migrations themselves create. */
export function isCatalogUnused(
  address: CatalogAddress,
  options: { readonly logger: Logger },
): Promise<boolean> {
  return withCatalogDatabase(address, { ...options, verb: 'copied' }, async (db) => {
    const rows = await readRows(db);
    const isOwn = (row: object) =>
      ('project_id' in row && row.project_id === defaultProjectId && 'owner_id' in row) ||
      ('user_id' in row && row.user_id === defaultUserId && 'email' in row);
    return rows.every(([, found]) => found.every(isOwn));
  });
}

/** Reads all tables in one snapshot. */
function readRows(db: Kysely<CatalogDatabase>): Promise<Rows> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const read: [CopiedTable, readonly object[]][] = [];
      for (const table of copiedTables) {
        read.push([table, await transaction.selectFrom(table).selectAll().execute()]);
      }
      return read;
    });
}

async function replaceRows(transaction: Transaction<CatalogDatabase>, rows: Rows): Promise<void> {
  for (const table of copiedTables.toReversed()) {
    await transaction.deleteFrom(table).execute();
  }
  for (const [table, all] of rows) {
    for (let start = 0; start < all.length; start += ROWS_OF_INSERT) {
      // Rows are copied unchanged. The cast is necessary because kysely has no type for the rows of several tables.
      const values = all.slice(start, start + ROWS_OF_INSERT) as never[];
      await transaction.insertInto(table).values(values).execute();
    }
  }
}
