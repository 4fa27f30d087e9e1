import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describeWithBackend } from '@spanhouse/service-runtime/testing';
import { createTestDatabase } from '@spanhouse/trace-store/testing';
import { startProcess } from '../running-process.js';
import { findPrometheus } from '../running-prometheus.js';
import { createServiceRegistries } from '../service-registries.js';

findPrometheus();

const REPOSITORY = new URL('../../../../', `file://${__dirname}/`).pathname;
const ALERTS = 'deploy/prometheus/rules/alerts.yml';
const RECORDING = 'deploy/prometheus/rules/recording.yml';
const RUNBOOK = 'deploy/runbook.md';

async function checkRules(root: string) {
  const running = startProcess('scripts/check-rules.mjs', {}, [root]);
  return { code: await running.exited, output: running.output() };
}

interface Change {
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

const CHANGES: readonly [string, Change & { readonly problem: string }][] = [
  [
    'a metric that no service exports any more',
    {
      file: 'docs/metrics.md',
      from: 'spanhouse_ready',
      to: 'spanhouse_fit',
      problem: 'SpanhouseNotReady: no service exports spanhouse_ready',
    },
  ],
  [
    'a label that a metric does not have',
    {
      file: ALERTS,
      from: '{reason="overloaded"}',
      to: '{cause="overloaded"}',
      problem: 'SpanhouseBackPressure: http_bodies_refused_total has no label cause',
    },
  ],
  [
    'a value that a label never has',
    {
      file: ALERTS,
      from: 'reason="overloaded"',
      to: 'reason="full"',
      problem: 'http_bodies_refused_total is never reason="full"',
    },
  ],
  [
    'what is recorded for nobody',
    {
      file: ALERTS,
      from: 'spanhouse:publish_duration_seconds:p99 > 2',
      to: 'vector(1) > 2',
      problem: 'spanhouse:publish_duration_seconds:p99 is recorded and no rule uses it',
    },
  ],
  [
    'an unknown severity',
    {
      file: ALERTS,
      from: 'severity: warning',
      to: 'severity: page',
      problem: 'SpanhouseDeadLetters has no severity of critical, warning',
    },
  ],
  [
    'a missing summary',
    {
      file: ALERTS,
      from: 'summary: Reads fail',
      to: 'title: Reads fail',
      problem: 'SpanhouseReadsFailing has no summary',
    },
  ],
  [
    'a section that the runbook lacks',
    {
      file: RUNBOOK,
      from: '## SpanhouseDataLate',
      to: '## Data late',
      problem: 'SpanhouseDataLate points to deploy/runbook.md#spanhousedatalate',
    },
  ],
  [
    'a part that a section lacks',
    {
      file: RUNBOOK,
      from: '**It is not this when** the lag was',
      to: 'Ignore it when the lag was',
      problem: 'SpanhouseLagGrowing has a section in the runbook without "It is not this when"',
    },
  ],
  [
    'a section of an alert that is gone',
    {
      file: RUNBOOK,
      from: '## SpanhouseDataLate',
      to: '## SpanhouseGone\n## SpanhouseDataLate',
      problem: 'runbook: there is no alert SpanhouseGone',
    },
  ],
  [
    'a metric that only the runbook names',
    {
      file: RUNBOOK,
      from: 'spanhouse_gateway_request_body_bytes_sum',
      to: 'spanhouse_gateway_bodies_sum',
      problem: 'runbook: there is no metric spanhouse_gateway_bodies_sum',
    },
  ],
  [
    'a setting that is gone',
    {
      file: 'README.md',
      from: '`BATCH_MAX_AGE_MS`',
      to: '`BATCH_AGE_MS`',
      problem: 'runbook: there is no setting BATCH_MAX_AGE_MS',
    },
  ],
  [
    'an alert without a test that fires it',
    {
      file: 'deploy/prometheus/tests/storage.yml',
      from: 'alertname: SpanhouseLogFilling',
      to: 'alertname: SpanhouseLog',
      problem: 'SpanhouseLogFilling has no test that fires it',
    },
  ],
];

/** One change to a copy of everything that the check reads. */
async function checkChanged({ file, from, to }: Change): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'spanhouse-test-rules-check-'));
  for (const path of ['deploy/prometheus', RUNBOOK, 'docs/metrics.md', 'README.md']) {
    cpSync(join(REPOSITORY, path), join(copy, path), { recursive: true });
  }
  const before = readFileSync(join(copy, file), 'utf8');
  writeFileSync(join(copy, file), before.replaceAll(from, to));
  const { code, output } = await checkRules(copy);
  rmSync(copy, { recursive: true });
  return `${code}\n${output}`;
}

describeWithBackend('npm run rules:check', 'PROMETHEUS', () => {
  it('finds nothing wrong', async () => {
    const { code, output } = await checkRules(REPOSITORY);

    expect(output.split('\n').map((line) => line.slice(0, 6).trim())).toEqual(Array(5).fill('ok'));
    expect(code).toBe(0);
  });

  it('names a rule that promtool refuses, or whose test fails', async () => {
    const refused = await checkChanged({ file: ALERTS, from: 'for: 3m', to: 'for: soon' });
    const failing = await checkChanged({
      file: RECORDING,
      from: 'quantile(0.95',
      to: 'quantile(0.05',
    });

    expect(refused).toMatch(/^1\n[\s\S]*not a valid duration string: "soon"/);
    expect(failing).toMatch(/^1\n[\s\S]*alertname: SpanhouseReadsSlow/);
  });
});

describe('npm run rules:check', () => {
  it.each(CHANGES)('names %s', async (_what, { problem, ...change }) => {
    const answer = await checkChanged(change);

    expect(answer).toMatch(/^1\n/);
    expect(answer).toContain(problem);
  });
});

describe('deploy/prometheus/rules/recording.yml', () => {
  /** Both selectors of requests that write are the same but for the status. */
  function ingestSelectors(): { method: RegExp; route: RegExp }[] {
    const text = readFileSync(join(REPOSITORY, RECORDING), 'utf8');
    const found = [...text.matchAll(/method=~"(.*?)".*\n\s*route=~"(.*)"/g)];
    return found.map(([, method, route]) => ({
      method: new RegExp(`^(${method})$`),
      route: new RegExp(`^(${route})$`),
    }));
  }

  it('counts every route of the gateway that writes, and none of the query service', () => {
    const { gateway, query } = createServiceRegistries();
    const selectors = ingestSelectors();
    const counts = (route: { method: string; path: string }) =>
      selectors.filter((one) => one.method.test(route.method) && one.route.test(route.path)).length;

    const writes = gateway?.routes.filter(({ method }) => method !== 'GET') ?? [];

    expect(writes.length).toBeGreaterThan(10);
    expect(writes.filter((route) => counts(route) !== 2)).toEqual([]);
    expect(query?.routes.filter((route) => counts(route) > 0)).toEqual([]);
  });
});

describeWithBackend('the SQL of deploy/runbook.md', 'CLICKHOUSE_URL', (url) => {
  it('runs on the tables as they are', async () => {
    const database = await createTestDatabase(url);
    const runbook = readFileSync(join(REPOSITORY, RUNBOOK), 'utf8');
    const statements = [...runbook.matchAll(/^```sql\n(.*?)\n```/gms)].map(([, sql = '']) =>
      sql.replace('spanhouse.', `${database.config.CLICKHOUSE_DATABASE}.`),
    );

    expect(statements.length).toBeGreaterThan(5);
    for (const statement of statements) await database.select(statement);
    await database.drop();
  });
});
