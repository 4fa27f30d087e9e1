import { createSilentLogger, describeWithBackend } from '@spanhouse/service-runtime/testing';
import {
  type CatalogAddress,
  copyCatalog,
  createKeyText,
  isCatalogUnused,
  openCatalog,
} from '../../src/index.js';
import { type DatabaseHarness, unavailable } from './catalog-contract.js';
import { createPostgresHarness } from './postgres-harness.js';
import { createSqliteHarness } from './sqlite-harness.js';

const options = { logger: createSilentLogger() };
/** Number of accounts. It is large enough for more than one insert statement. */
const ACCOUNTS = 600;

/** Fills a catalog with accounts. The first account has a key and a saved query. */
async function fill(address: CatalogAddress) {
  const { catalog, savedQueries } = openCatalog(address, options);
  const { text, ...key } = createKeyText();
  const accounts = await catalog.createAccounts(
    Array.from({ length: ACCOUNTS }, (_, number) => ({
      email: `${number}@example.com`,
      project_name: `project ${number}`,
      key: number === 0 ? key : null,
    })),
  );
  const { project_id = '', user } = accounts[0] ?? {};
  await catalog.updateProject(project_id, { retention_days: 7 });
  const actor = { project_id, user_id: user?.user_id ?? '' };
  const data = { filtering: { conditions: [{ field: 'span_name', value: 'ask \u0000' }] } };
  const saved = await savedQueries.createSimple(actor, { slug: 'asked', details: {}, data });
  await catalog.close();
  const queryId = saved.status === 'created' ? saved.entity.query.id : '';
  return { project_id, prefix: key.prefix, queryId };
}

async function read(address: CatalogAddress, filled: Awaited<ReturnType<typeof fill>>) {
  const { catalog, savedQueries } = openCatalog(address, options);
  const { project_id, prefix, queryId } = filled;
  const page = { prefix: '', after: undefined, limit: 2 * ACCOUNTS };
  const content = {
    projects: await catalog.listProjects(page),
    holder: await catalog.findKey(prefix),
    query: await savedQueries.find('query', project_id, { id: queryId }),
    variant: await savedQueries.findDefaultVariant(project_id, queryId),
  };
  await catalog.close();
  return content;
}

function describeCopies(
  title: string,
  create: () => Promise<readonly [DatabaseHarness, DatabaseHarness]>,
) {
  describe(`copyCatalog ${title}`, () => {
    let from: DatabaseHarness;
    let to: DatabaseHarness;

    beforeEach(async () => {
      [from, to] = await create();
    });

    afterEach(async () => {
      await from.remove();
      await to.remove();
    });

    it('copies projects, keys and saved queries, and replaces the existing content', async () => {
      const filled = await fill(from.address);
      const replaced = await fill(to.address);
      const expected = await read(from.address, filled);

      await copyCatalog({ from: from.address, to: to.address }, options);
      await copyCatalog({ from: from.address, to: to.address }, options);

      expect(await read(to.address, filled)).toEqual(expected);
      expect(expected.projects).toHaveLength(ACCOUNTS + 1);
      expect(expected.holder).toMatchObject({ project_id: filled.project_id, retention_days: 7 });
      expect(expected.query).toMatchObject({ slug: 'asked' });
      expect(expected.variant).toBeDefined();
      expect((await read(to.address, replaced)).holder).toBeUndefined();
    });

    it('distinguishes a used catalog from one that was only migrated', async () => {
      await fill(from.address);

      expect(await isCatalogUnused(from.address, options)).toBe(false);
      expect(await isCatalogUnused(to.address, options)).toBe(true);
    });
  });
}

describeCopies('from SQLite to SQLite', () =>
  Promise.all([createSqliteHarness(), createSqliteHarness()]),
);

describeWithBackend('with PostgreSQL', 'POSTGRES_URL', (serverUrl) => {
  describeCopies('from SQLite', () =>
    Promise.all([createSqliteHarness(), createPostgresHarness(serverUrl)]),
  );
  describeCopies('to SQLite', () =>
    Promise.all([createPostgresHarness(serverUrl), createSqliteHarness()]),
  );

  it('rejects as unavailable during an outage, and leaves the catalog unchanged', async () => {
    const [from, to] = [await createSqliteHarness(), await createPostgresHarness(serverUrl)];
    const filled = await fill(from.address);
    await to.gate.shut();

    const copied = copyCatalog({ from: from.address, to: to.address }, options);

    await expect(copied).rejects.toMatchObject(unavailable);
    await to.gate.reopen();
    expect((await read(to.address, filled)).holder).toBeUndefined();
    await from.remove();
    await to.remove();
  });
});
