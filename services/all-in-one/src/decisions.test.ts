import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(__dirname, '../../..');
const MAX_LINES = 60;
const sections = ['Status', 'Context', 'Decision', 'Consequences', 'Alternatives'];
const skippedFolders = ['.git', 'dist', 'fixtures', 'golden', 'node_modules'];
const sourceFile = /(?<!decisions\.test)\.(md|ts|mjs|cjs|go|sql|yml|yaml|tpl|conf)$/;
/** Matches a citation of ADRs: `ADR 051`, `docs/adr/051`, `[051](051-slug.md)`, `ADRs 051, 053 and 061`. */
const citation = /(?:\badr\/|\]\(|\bADRs? )\d{3}(?!\d)(?:(?:, | and |, and )\d{3}(?!\d))*/g;

const searched = [
  ...['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'],
  ...['bench', 'deploy', 'docs', 'packages', 'scripts', 'services'].flatMap(filesBelow),
];
const pages = readdirSync(join(repository, 'docs/adr')).filter((name) => /^\d{3}-/.test(name));
const mergedNumbers = [...read('docs/adr/README.md').matchAll(/^\| (\d{3}) \|/gm)].map(
  ([, number]) => number,
);
const cited = searched.flatMap((path) =>
  [...read(path).matchAll(citation)].flatMap(([text]) =>
    [...text.matchAll(/\d{3}/g)].map(([number]) => ({ path, number })),
  ),
);

function read(path: string): string {
  return readFileSync(join(repository, path), 'utf8');
}

function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(repository, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return skippedFolders.includes(entry.name) ? [] : filesBelow(path);
    }
    return entry.isFile() && sourceFile.test(entry.name) ? [path] : [];
  });
}

describe.each(pages)('docs/adr/%s', (page) => {
  const text = read(`docs/adr/${page}`);

  it('has at most 60 lines and the required sections', () => {
    expect(text.split('\n').length - 1).toBeLessThanOrEqual(MAX_LINES);
    expect([...text.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual(sections);
  });

  it('is listed in the index with its title', () => {
    const [, number, title] = /^# (\d{3}) (.+)\n/.exec(text) ?? [];

    expect(read('docs/adr/README.md')).toContain(`\n- [${number}](${page}) ${title}\n`);
  });

  it('is cited by a file outside docs/adr', () => {
    const citing = cited.filter(
      ({ path, number }) => page.startsWith(number) && !path.startsWith('docs/adr'),
    );

    expect(citing).not.toEqual([]);
  });
});

it('sources and documents cite only existing decisions', () => {
  expect(
    cited.filter(
      ({ path, number }) =>
        !pages.some((page) => page.startsWith(number)) &&
        !(path.endsWith('.sql') && mergedNumbers.includes(number)),
    ),
  ).toEqual([]);
});
