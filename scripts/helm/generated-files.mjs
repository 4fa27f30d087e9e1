// Files of the chart that are made from others.
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chartReadme } from './chart-readme.mjs';
import { settingsSchemas } from './service-schemas.mjs';
import { valuesSchema } from './values-schema.mjs';

/** Helm reads nothing outside a chart, so the rules are in it once more. */
const RULES = fileURLToPath(new URL('../../deploy/prometheus/rules', import.meta.url));

const read = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : '');
const yamlFiles = (dir) =>
  (existsSync(dir) ? readdirSync(dir) : []).filter((file) => /[.]ya?ml$/.test(file));

/** Path in the chart → what it must hold; undefined = it must not be there. */
function expectedFiles(chart) {
  const values = read(join(chart, 'values.yaml'));
  const rules = yamlFiles(RULES).map((file) => [`files/rules/${file}`, read(join(RULES, file))]);
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
    .map(([path]) => `${path} is not what it is made from: npm run helm:generate`);
}

export function writeFiles(chart) {
  for (const [path, text] of expectedFiles(chart)) {
    if (text === undefined) rmSync(join(chart, path));
    else writeFileSync(join(chart, path), text);
  }
}
