import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { spanhouseVersion } from '@spanhouse/service-runtime';

const repository = join(__dirname, '../../..');

function text(path: string) {
  return readFileSync(join(repository, path), 'utf8');
}

function filesOf(folder: string): readonly string[] {
  return readdirSync(join(repository, folder)).map((name) => `${folder}/${name}`);
}

const documents = [
  'README.md',
  'docs/configuration.md',
  'docs/install.md',
  'docs/security.md',
  ...filesOf('docs/api'),
  ...filesOf('docs/operations'),
];

/** Names that look like settings or metrics but are neither. */
const otherNames = [
  'spanhouse_local',
  'INVALID_ARGUMENT',
  'RESOURCE_EXHAUSTED',
  'PERMISSION_DENIED',
  'DEADLINE_EXCEEDED',
  'SPAN_KIND_',
  'STATUS_CODE_',
  'CLUSTER_BASE_PORT',
  'CLUSTER_DIR',
  'SPANHOUSE_URL',
  'SPANHOUSE_API_KEY',
  'NODE_EXTRA_CA_CERTS',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'OTEL_LOGS_EXPORTER',
  'OTEL_METRICS_EXPORTER',
  'LOG_TRUNCATED',
  'ROW_VERSION_UNKNOWN',
  'SCHEMA_NEWER',
  'MIGRATION_CHANGED',
  'MIGRATION_FAILED',
  'DISK_TOO_SMALL',
  'CATALOG_MIGRATION_FAILED',
  'MIGRATION_',
];

function matches(path: string, pattern: RegExp): readonly string[] {
  return [...new Set([...text(path).matchAll(pattern)].map(([, found = '']) => found))];
}

/** Returns the anchors that GitHub derives from the headings of a file. */
function anchorsOf(file: string): readonly string[] {
  return [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? join(repository, document) : join(repository, dirname(document), path);
  if (!existsSync(file)) {
    return false;
  }
  return (
    anchor === undefined || (!statSync(file).isDirectory() && anchorsOf(file).includes(anchor))
  );
}

const linkingDocuments = [
  'README.md',
  'ARCHITECTURE.md',
  'CONTRIBUTING.md',
  'SECURITY.md',
  'bench/RESULTS.md',
  'chaos/README.md',
  'deploy/compose/README.md',
  'deploy/grafana/README.md',
  'deploy/helm/spanhouse/README.md',
  'deploy/runbook.md',
  ...['docs', 'docs/adr', 'docs/api', 'docs/operations']
    .flatMap(filesOf)
    .filter((path) => path.endsWith('.md')),
  ...[...filesOf('packages'), ...filesOf('services')]
    .map((folder) => `${folder}/README.md`)
    .filter((path) => existsSync(join(repository, path))),
];

it.each(linkingDocuments)('%s links to files and headings that exist', (document) => {
  const links = matches(document, /\]\((?!https?:)([^)\s]+)\)/g);

  expect(links.filter((link) => !leadsSomewhere(document, link))).toEqual([]);
});

it.each(linkingDocuments)('%s names only scripts that package.json has', (document) => {
  const { scripts } = JSON.parse(text('package.json'));

  const named = matches(document, /npm run (?:--silent |-s )?([\w:-]+)/g);

  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

it.each(linkingDocuments)('%s separates the projects of Jest from paths', (document) => {
  // Unless an option or `--` precedes a path, Jest reads the path as another project and runs every suite.
  const projects = ['unit', 'jsdom', 'contract', 'integration', 'browser', 'upstream', 'deploy'];

  const named = matches(document, /--selectProjects ([^`\n]+?)(?= -|`|\n)/g);

  const words = named.flatMap((names) => names.split(' '));
  expect(words.filter((word) => !projects.includes(word))).toEqual([]);
});

describe.each(documents)('%s', (document) => {
  it('names only settings that a process reads', () => {
    const known = [
      ...[...text('docs/configuration.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(
        ([, name]) => name,
      ),
      ...[...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
      ...otherNames,
    ];

    const named = matches(document, /(?<![\w$-])([A-Z]{3,}_[A-Z_]+)(?!\w)/g);

    const isValue = (name: string) => /^(SPAN_KIND|STATUS_CODE)_[A-Z]/.test(name);
    expect(named.filter((name) => !(known.includes(name) || isValue(name)))).toEqual([]);
  });

  it('names only metrics, recorded series and alerts that exist', () => {
    const rules = text('deploy/prometheus/rules/recording.yml');
    const alerts = ['alerts', 'probes']
      .map((name) => text(`deploy/prometheus/rules/${name}.yml`))
      .join('');

    const metrics = matches(document, /\b(spanhouse_[a-z_]+)\b(?!:)/g);
    const recorded = matches(document, /\b(spanhouse:[a-z_]+:[a-z0-9]+)\b/g);
    const fired = matches(document, /\b(Spanhouse[A-Z]\w+)\b/g);

    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    const isMetric = (name: string) =>
      otherNames.includes(name) || text('docs/metrics.md').includes(`\`${base(name)}`);
    expect(metrics.filter((name) => !isMetric(name))).toEqual([]);
    expect(recorded.filter((name) => !rules.includes(`record: ${name}`))).toEqual([]);
    expect(fired.filter((name) => !alerts.includes(`alert: ${name}\n`))).toEqual([]);
  });
});

it('the README has at most 120 lines', () => {
  expect(text('README.md').split('\n').length - 1).toBeLessThanOrEqual(120);
});

describe.each(filesOf('docs/api'))('%s', (document) => {
  it('has only examples that are valid JSON', () => {
    const examples = [...text(document).matchAll(/```json\n(.*?)```/gs)].map(
      ([, json = '']) => json,
    );

    expect(() => examples.map((json) => JSON.parse(json))).not.toThrow();
  });
});

it('package.json, the changelog, the chart and the services have the same version', () => {
  const [released] = matches('CHANGELOG.md', /^## \[(\d\S+)\]/gm);
  const charted = matches('deploy/helm/spanhouse/Chart.yaml', /^(?:version|appVersion): (.+)$/gm);

  expect([JSON.parse(text('package.json')).version, released, ...charted]).toEqual(
    Array(3).fill(spanhouseVersion),
  );
});
