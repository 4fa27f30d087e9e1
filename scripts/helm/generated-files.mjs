// Generates the files of the chart whose content is derived from other files.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { settingsSchemas } from './service-schemas.mjs';
import { commentedValues } from './values-comments.mjs';
import { valuesSchema } from './values-schema.mjs';

/** Directory of the rules. The chart contains a copy of the rules, because Helm reads no file outside a chart. */
const rulesDir = fileURLToPath(new URL('../../deploy/prometheus/rules', import.meta.url));

const mark = '<!-- Below: from the comments of values.yaml, written by npm run helm:generate. -->';

function read(path) {
  return existsSync(path) ? readFileSync(path, 'utf8') : '';
}

function yamlFiles(dir) {
  return (existsSync(dir) ? readdirSync(dir) : []).filter((file) => /[.]ya?ml$/.test(file));
}

/** Returns the expected content of each path in the chart; undefined means that the file must not exist. */
function expectedFiles(chart) {
  const values = read(join(chart, 'values.yaml'));
  const rules = yamlFiles(rulesDir).map((file) => [
    `files/rules/${file}`,
    read(join(rulesDir, file)),
  ]);
  const copies = yamlFiles(join(chart, 'files/rules')).map((file) => [
    `files/rules/${basename(file)}`,
    undefined,
  ]);
  return new Map([
    ...copies,
    ...rules,
    ['README.md', chartReadme(read(join(chart, 'README.md')), values)],
    ['values.schema.json', valuesSchema(values, settingsSchemas())],
  ]);
}

export function staleFiles(chart) {
  return [...expectedFiles(chart)]
    .filter(([path, text]) => read(join(chart, path)) !== (text ?? ''))
    .map(([path]) => `${path} is out of date: run npm run helm:generate`);
}

export function writeFiles(chart) {
  for (const [path, text] of expectedFiles(chart)) {
    if (text === undefined) {
      rmSync(join(chart, path));
    } else {
      writeFileSync(join(chart, path), text);
    }
  }
}

/** Replaces the text after the mark in the README with the table of all values. */
function chartReadme(readme, valuesText) {
  const [text] = readme.split(mark);
  const rows = commentedValues(valuesText).map(
    ({ path, comment, value }) => `| \`${path}\` | \`${JSON.stringify(value)}\` | ${comment} |`,
  );
  return `${text}${mark}\n\n| value | default | meaning |\n|---|---|---|\n${rows.join('\n')}\n`;
}
