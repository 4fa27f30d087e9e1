// Runs every check of the chart on each value set.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { render, valueSets } from './chart.mjs';
import { checkEnvironment, variablesIn } from './check-environment.mjs';
import { checkPolicy } from './check-policy.mjs';
import { checkReferences } from './check-references.mjs';
import { routerProblems } from './check-router.mjs';
import { checkRouting } from './check-routing.mjs';
import { checkSchemas } from './check-schemas.mjs';
import { expectedDestinations } from './expected-destinations.mjs';
import { staleFiles } from './generated-files.mjs';
import { setByChart } from './service-schemas.mjs';
import { commentedValues } from './values-comments.mjs';

/** Resolves with the problems of each value set. The problems of the chart as a whole are under the key `chart`. */
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
    ...checkRouting(objects),
  ];
}

/**
 * Sends every spelling of every route through the nginx that the value set configures. Does nothing if the value set
 * has no nginx.
 */
async function checkRouter(objects) {
  const config = objects.find(({ data }) => data?.['nginx.conf'] !== undefined);
  return config === undefined
    ? []
    : await routerProblems(config.data['nginx.conf'], expectedDestinations(objects));
}

/** Returns the variables that the chart supports but no value set sets. */
function idleVariables(rendered) {
  const seen = new Set(rendered.flatMap(({ objects }) => variablesIn(objects)));
  return setByChart
    .filter((variable) => !seen.has(variable))
    .map((variable) => `${variable} is set by the chart in no value set`);
}

/** Returns the values whose name does not occur in any template. */
function idleValues(chart) {
  const dir = join(chart, 'templates');
  const templates = readdirSync(dir)
    .map((file) => readFileSync(join(dir, file), 'utf8'))
    .join('');
  const words = new Set(templates.match(/[.]\w+|"\w+"/g).map((word) => word.replaceAll(/\W/g, '')));
  return commentedValues(readFileSync(join(chart, 'values.yaml'), 'utf8'))
    .filter(({ path }) => !words.has(path.split('.').at(-1)))
    .map(({ path }) => `${path} is used by no template`);
}

function readValues(chart, set) {
  return parse(readFileSync(join(chart, 'ci', `${set}.yaml`), 'utf8'));
}

/** Returns the names of the objects that, according to the values, must exist before the release is installed. */
function existingNames(values) {
  return Object.entries(values).flatMap(([name, value]) => {
    if (value !== null && typeof value === 'object') {
      return existingNames(value);
    }
    return /^existing/.test(name) ? [value] : [];
  });
}
