// Everything that is checked of the chart, value set by value set.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { render, valueSets } from './chart.mjs';
import { checkEnvironment, variablesIn } from './check-environment.mjs';
import { checkPolicy } from './check-policy.mjs';
import { checkReferences } from './check-references.mjs';
import { checkRouter } from './check-router.mjs';
import { checkRouting } from './check-routing.mjs';
import { checkSchemas } from './check-schemas.mjs';
import { checkShutdown } from './check-shutdown.mjs';
import { staleFiles } from './generated-files.mjs';
import { SET_BY_CHART } from './service-schemas.mjs';
import { commentedValues } from './values-comments.mjs';

/** Problems by value set, and under `chart` those of all together. */
export async function checkChart(chart) {
  const rendered = await Promise.all(
    valueSets(chart).map(async (set) => ({ set, ...(await render(chart, set)) })),
  );
  const ofSchemas = await checkSchemas(rendered);
  const problems = {};
  for (const { set, objects, problems: ofHelm } of rendered) {
    problems[set] = [
      ...ofHelm,
      ...ofSchemas.filter((found) => found.set === set).map(({ problem }) => problem),
      ...checkObjects(objects, readValues(chart, set)),
      ...(await checkRouter(objects)),
    ];
  }
  return {
    ...problems,
    chart: [...staleFiles(chart), ...idleVariables(rendered), ...idleValues(chart)],
  };
}

function checkObjects(objects, values) {
  return [
    ...checkPolicy(objects),
    ...checkEnvironment(objects),
    ...checkReferences(objects, existingNames(values)),
    ...checkShutdown(objects),
    ...checkRouting(objects),
  ];
}

/** What the chart is said to set, and sets nowhere. */
function idleVariables(rendered) {
  const seen = new Set(rendered.flatMap(({ objects }) => variablesIn(objects)));
  return SET_BY_CHART.filter((variable) => !seen.has(variable)).map(
    (variable) => `${variable} is set by the chart in no value set`,
  );
}

/** Values whose name stands in no template. */
function idleValues(chart) {
  const dir = join(chart, 'templates');
  const templates = readdirSync(dir)
    .map((file) => readFileSync(join(dir, file), 'utf8'))
    .join('');
  const words = new Set(templates.match(/[.]\w+|"\w+"/g).map((word) => word.replaceAll(/\W/g, '')));
  return commentedValues(readFileSync(join(chart, 'values.yaml'), 'utf8'))
    .filter(({ place }) => !words.has(place.split('.').at(-1)))
    .map(({ place }) => `${place} is used by no template`);
}

function readValues(chart, set) {
  return parse(readFileSync(join(chart, 'ci', `${set}.yaml`), 'utf8'));
}

/** What the values say somebody else makes. */
function existingNames(values) {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value !== null && typeof value === 'object') return existingNames(value);
    return /^existing/.test(name) ? [value] : [];
  });
}
