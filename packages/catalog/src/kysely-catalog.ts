import { randomUUID } from 'node:crypto';
import type { Clock } from '@spanhouse/service-runtime';
import { type ProjectPrices, withoutUndefined } from '@spanhouse/span-schema';
import { type Kysely, sql, type Transaction } from 'kysely';
import { allPermissions, isPermission } from './authentication/permission.js';
import {
  type Account,
  type ApiKey,
  type Catalog,
  defaultProjectId,
  type KeyHolder,
  type ListedProject,
  type NewAccount,
  type NewKey,
  type Project,
  type ProjectPage,
} from './catalog.js';
import type { CatalogDatabase } from './catalog-database.js';
import { attempt, catalogUnavailable } from './catalog-unavailable.js';

const projectColumns = ['project_id', 'name', 'retention_days', 'prices', 'created_at'] as const;
const keyColumns = ['key_id', 'prefix', 'name', 'permissions', 'created_at', 'revoked_at'] as const;
/** Maximum number of keys that the admin route returns in a list. */
const MAX_LISTED_KEYS = 10_000;

/**
 * Stores the catalog in SQLite or PostgreSQL; kysely compiles the same statements for both. If a statement fails, the
 * method rejects with `CATALOG_UNAVAILABLE`.
 */
export class KyselyCatalog implements Catalog {
  readonly #db: Kysely<CatalogDatabase>;
  readonly #clock: Clock;
  readonly #collation: string;

  /** Creates the catalog. `collation` is the name that the database gives to the order by code point. */
  constructor(db: Kysely<CatalogDatabase>, clock: Clock, collation: 'BINARY' | '"C"') {
    this.#db = db;
    this.#clock = clock;
    this.#collation = collation;
  }

  getProject(projectId: string): Promise<Project | undefined> {
    const query = this.#db
      .selectFrom('projects')
      .select(projectColumns)
      .where('project_id', '=', projectId);
    return attempt('read', async () => {
      const row = await query.executeTakeFirst();
      return row && withPrices(row);
    });
  }

  async defaultProject(): Promise<Project> {
    const project = await this.getProject(defaultProjectId);
    if (project === undefined) {
      throw catalogUnavailable('the catalog has no default project: it is not migrated');
    }
    return project;
  }

  listProjects({ prefix, after, limit }: ProjectPage): Promise<readonly ListedProject[]> {
    const name = sql<string>`p.name COLLATE ${sql.raw(this.#collation)}`;
    const query = this.#db
      .selectFrom('projects as p')
      .leftJoin('api_keys as k', (join) =>
        join.onRef('k.project_id', '=', 'p.project_id').on('k.revoked_at', 'is', null),
      )
      .select(projectColumns.map((column) => `p.${column}` as const))
      .select(({ fn }) => fn.count('k.key_id').as('keys'))
      .where(sql<boolean>`substr(p.name, 1, ${[...prefix].length}) = ${prefix}`)
      .$if(after !== undefined, (page) =>
        page.where(
          sql<boolean>`(${name} > ${after?.name} OR (p.name = ${after?.name} AND p.project_id > ${after?.project_id}))`,
        ),
      )
      .groupBy(projectColumns.map((column) => `p.${column}` as const))
      .orderBy(name)
      .orderBy('p.project_id')
      .limit(limit);
    return attempt('read', async () =>
      (await query.execute()).map((row) => ({ ...withPrices(row), keys: Number(row.keys) })),
    );
  }

  updateProject(
    projectId: string,
    { prices, ...others }: Parameters<Catalog['updateProject']>[1],
  ): Promise<Project | undefined> {
    const set = withoutUndefined({ ...others, prices: prices && JSON.stringify(prices) });
    if (Object.keys(set).length === 0) {
      return this.getProject(projectId);
    }
    const query = this.#db
      .updateTable('projects')
      .set(set)
      .where('project_id', '=', projectId)
      .returning(projectColumns);
    return attempt('written', async () => {
      const row = await query.executeTakeFirst();
      return row && withPrices(row);
    });
  }

  createAccounts(accounts: readonly NewAccount[]): Promise<readonly Account[]> {
    const createdAt = this.#now();
    return attempt('written', () =>
      this.#db.transaction().execute(async (transaction) => {
        const created: Account[] = [];
        for (const account of accounts) {
          created.push(await createAccount(account, createdAt, transaction));
        }
        return created;
      }),
    );
  }

  createKey({ project_id, ...key }: NewKey): Promise<ApiKey | undefined> {
    return attempt('written', async () => {
      const project = await this.#db
        .selectFrom('projects')
        .select('owner_id')
        .where('project_id', '=', project_id)
        .executeTakeFirst();
      if (project === undefined) {
        return undefined;
      }
      const row = {
        ...key,
        project_id,
        key_id: randomUUID(),
        user_id: project.owner_id,
        permissions: key.permissions.join(','),
        created_at: this.#now(),
      };
      const insert = this.#db.insertInto('api_keys').values(row).returning(keyColumns);
      return withPermissions(await insert.executeTakeFirstOrThrow());
    });
  }

  listKeys(projectId: string): Promise<readonly ApiKey[]> {
    const query = this.#db
      .selectFrom('api_keys')
      .select(keyColumns)
      .where('project_id', '=', projectId)
      .orderBy('created_at', 'desc')
      .orderBy('key_id')
      .limit(MAX_LISTED_KEYS);
    return attempt('read', async () => (await query.execute()).map(withPermissions));
  }

  revokeKey(keyId: string): Promise<ApiKey | undefined> {
    const query = this.#db
      .updateTable('api_keys')
      .set({ revoked_at: sql`COALESCE(revoked_at, ${this.#now()})` })
      .where('key_id', '=', keyId)
      .returning(keyColumns);
    return attempt('written', async () => {
      const row = await query.executeTakeFirst();
      return row && withPermissions(row);
    });
  }

  findKey(prefix: string): Promise<KeyHolder | undefined> {
    const query = this.#db
      .selectFrom('api_keys as k')
      .innerJoin('projects as p', 'p.project_id', 'k.project_id')
      .select([
        'k.hash',
        'k.name',
        'k.project_id',
        'k.user_id',
        'k.permissions',
        'p.retention_days',
        'p.prices',
      ])
      .where('k.prefix', '=', prefix)
      .where('k.revoked_at', 'is', null);
    return attempt('read', async () => {
      const row = await query.executeTakeFirst();
      return row && withPermissions(withPrices(row));
    });
  }

  async check(): Promise<void> {
    await this.defaultProject();
  }

  async close(): Promise<void> {
    await this.#db.destroy();
  }

  #now(): string {
    return new Date(this.#clock.nowMs()).toISOString();
  }
}

/** Finds or creates the user, creates the user's project, and creates the key if one is given. */
async function createAccount(
  { email, project_name, key }: NewAccount,
  created_at: string,
  transaction: Transaction<CatalogDatabase>,
): Promise<Account> {
  await transaction
    .insertInto('users')
    .values({ user_id: randomUUID(), email, created_at })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .execute();
  const user = await transaction
    .selectFrom('users')
    .select(['user_id', 'email'])
    .where('email', '=', email)
    .executeTakeFirstOrThrow();
  const owned = { project_id: randomUUID(), created_at };
  await transaction
    .insertInto('projects')
    .values({
      ...owned,
      name: project_name,
      retention_days: null,
      prices: null,
      owner_id: user.user_id,
    })
    .execute();
  if (key !== null) {
    const permissions = allPermissions.join(',');
    await transaction
      .insertInto('api_keys')
      .values({ ...owned, ...key, key_id: randomUUID(), user_id: user.user_id, permissions })
      .execute();
  }
  return { user, project_id: owned.project_id };
}

/** Parses the permissions of a key. Ignores unknown permissions, which a newer version may have written. */
function withPermissions<Row extends { readonly permissions: string }>(row: Row) {
  return { ...row, permissions: row.permissions.split(',').filter(isPermission) };
}

/** Parses the prices of a project. */
function withPrices<Row extends { readonly prices: string | null }>(row: Row) {
  const prices: ProjectPrices | null = row.prices === null ? null : JSON.parse(row.prices);
  return { ...row, prices };
}
