import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const REPOSITORY = join(__dirname, '../../..');
const text = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const documents = [
  'docs/install.md',
  ...readdirSync(join(REPOSITORY, 'docs/operations')).map((name) => `docs/operations/${name}`),
];

/** What looks like a setting or a metric and is neither. */
const OTHER_NAMES = [
  'spanhouse_local',
  ...['SPANHOUSE_URL', 'NODE_EXTRA_CA_CERTS'],
  ...['LOG_TRUNCATED', 'ROW_VERSION_UNKNOWN', 'SCHEMA_NEWER', 'MIGRATION_'],
];

const matches = (path: string, pattern: RegExp): readonly string[] => [
  ...new Set([...text(path).matchAll(pattern)].map(([, found = '']) => found)),
];

/** As GitHub makes anchors of headings. */
const anchorsOf = (file: string): readonly string[] =>
  [...readFileSync(file, 'utf8').matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}_ -]/gu, '')
      .replaceAll(' ', '-'),
  );

function leadsSomewhere(document: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const file = path === '' ? join(REPOSITORY, document) : join(REPOSITORY, dirname(document), path);
  if (!existsSync(file)) return false;
  return (
    anchor === undefined || (!statSync(file).isDirectory() && anchorsOf(file).includes(anchor))
  );
}

it.each([...documents, 'deploy/runbook.md'])('%s links to what is there', (document) => {
  const links = matches(document, /\]\((?!https?:)([^)\s]+)\)/g);

  expect(links.filter((link) => !leadsSomewhere(document, link))).toEqual([]);
});

describe.each(documents)('%s', (document) => {
  it('names scripts of package.json', () => {
    const { scripts } = JSON.parse(text('package.json'));

    const named = matches(document, /npm run (?:--silent )?([\w:-]+)/g);

    expect(named.filter((name) => !(name in scripts))).toEqual([]);
  });

  it('names settings that are read', () => {
    const known = [
      ...[...text('README.md').matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name),
      ...[...text('.env.example').matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name),
      ...OTHER_NAMES,
    ];

    const named = matches(document, /(?<![\w$-])([A-Z]{3,}_[A-Z_]+)(?!\w)/g);

    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  });

  it('names metrics, recorded series and alerts that exist', () => {
    const rules = text('deploy/prometheus/rules/recording.yml');
    const alerts = text('deploy/prometheus/rules/alerts.yml');

    const metrics = matches(document, /\b(spanhouse_[a-z_]+)\b(?!:)/g);
    const recorded = matches(document, /\b(spanhouse:[a-z_]+:[a-z0-9]+)\b/g);
    const fired = matches(document, /\b(Spanhouse[A-Z]\w+)\b/g);

    const base = (name: string) => name.replace(/_(bucket|count|sum)$/, '');
    const isMetric = (name: string) =>
      OTHER_NAMES.includes(name) || text('docs/metrics.md').includes(`\`${base(name)}`);
    expect(metrics.filter((name) => !isMetric(name))).toEqual([]);
    expect(recorded.filter((name) => !rules.includes(`record: ${name}`))).toEqual([]);
    expect(fired.filter((name) => !alerts.includes(`alert: ${name}\n`))).toEqual([]);
  });
});
