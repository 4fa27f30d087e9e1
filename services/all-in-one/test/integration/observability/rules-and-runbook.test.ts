import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createTestDatabase } from '@spanhouse/trace-store/testing';
import { createServiceRegistries } from '../../service-registries.js';

const repository = new URL('../../../../../', `file://${__dirname}/`).pathname;
const recordingFile = 'deploy/prometheus/rules/recording.yml';
const runbookFile = 'deploy/runbook.md';

describe('deploy/prometheus/rules/recording.yml', () => {
  /** Returns the two selectors for write requests. They differ only in the status. */
  function ingestSelectors(): { method: RegExp; route: RegExp }[] {
    const text = readFileSync(join(repository, recordingFile), 'utf8');
    const found = [...text.matchAll(/method=~"(.*?)".*\n\s*route=~"(.*)"/g)];
    return found.map(([, method, route]) => ({
      method: new RegExp(`^(${method})$`),
      route: new RegExp(`^(${route})$`),
    }));
  }

  it('counts every route of the gateway that writes, and no route of the query service', () => {
    const { gateway, query } = createServiceRegistries();
    const selectors = ingestSelectors();
    const counts = (route: { method: string; path: string }) =>
      selectors.filter((one) => one.method.test(route.method) && one.route.test(route.path)).length;

    const refused = /\/v1\/(metrics|logs)$/;
    const writes =
      gateway?.routes.filter(({ method, path }) => method !== 'GET' && !refused.test(path)) ?? [];

    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter((route) => counts(route) !== 2)).toEqual([]);
    expect(query?.routes.filter((route) => counts(route) > 0)).toEqual([]);
  });
});

describeWithBackend('the SQL of deploy/runbook.md', 'CLICKHOUSE_URL', (url) => {
  it('runs on the current tables', async () => {
    const database = await createTestDatabase(url);
    const runbook = readFileSync(join(repository, runbookFile), 'utf8');
    const statements = [...runbook.matchAll(/^```sql\n(.*?)\n```/gms)].map(([, sql = '']) =>
      sql.replace('spanhouse.', `${database.config.CLICKHOUSE_DATABASE}.`),
    );

    expect(statements.length).toBeGreaterThan(5);
    for (const statement of statements) {
      await database.select(statement);
    }
    await database.drop();
  });
});
