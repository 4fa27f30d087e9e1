import { mutateJson } from '../../packages/span-intake/src/testing/fuzz/mutate-json.ts';
import { createSeededRandom } from '../../packages/span-intake/src/testing/fuzz/seeded-random.ts';
import { stringifyJson } from '../../packages/span-schema/src/index.ts';
import { soundBodies, soundValuesOf } from './sound-queries.mjs';

/** The doors of spans have their own bodies. */
const otherTags = ['Ingest'];
const hostileTexts = [
  '',
  '0',
  '-1',
  '1e400',
  '9'.repeat(40),
  'null',
  '{',
  '[]',
  '{"conditions":[]}',
  '..',
  '%',
  "'; SELECT 1 --",
  'x'.repeat(5000),
  '\u0000',
  '😀\u2028',
  '{a:String}',
  'ffffffff-ffff-ffff-ffff-ffffffffffff',
  '292277026596-12-04T15:30:07Z',
];

/** Reads the routes of the query service from the API document of a process, so that new ones are included. */
export async function readQueryRoutes(url) {
  const response = await fetch(new URL('/openapi.json', url));
  const { paths } = await response.json();
  const routes = [];
  for (const [path, operations] of Object.entries(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      if (!operation.tags.some((tag) => otherTags.includes(tag))) {
        routes.push(toRoute(path, method, operation));
      }
    }
  }
  return routes;
}

function toRoute(path, method, { parameters = [], requestBody }) {
  const named = (place) => parameters.filter((parameter) => parameter.in === place);
  return {
    path,
    method: method.toUpperCase(),
    pathNames: named('path').map(({ name }) => name),
    queryNames: named('query').map(({ name }) => name),
    body: requestBody && soundBodyOf(requestBody, path),
  };
}

function soundBodyOf(requestBody, path) {
  const name = requestBody.content['application/json'].schema.$ref.split('/').at(-1);
  if (soundBodies[name] === undefined) {
    throw new Error(`${path} takes ${name}, which has no body in bench/bodies/sound-queries.mjs`);
  }
  return soundBodies[name];
}

/** Returns a request that a broken client sends; the seed determines the route and the damage. */
export function createFuzzQuery(routes, seed) {
  const random = createSeededRandom(seed);
  const route = random.pick(routes);
  let path = route.path;
  for (const name of route.pathNames) {
    path = path.replace(`{${name}}`, () => encodeURIComponent(parameterOf(name, random)));
  }
  const query = new URLSearchParams();
  for (const name of route.queryNames) {
    if (random.below(3) === 0) {
      query.append(name, parameterOf(name, random));
    }
  }
  return {
    method: route.method,
    path: query.size === 0 ? path : `${path}?${query}`,
    body: bodyOf(route, random),
  };
}

function parameterOf(name, random) {
  const isSound = random.below(3) > 0;
  return random.pick(isSound ? soundValuesOf(name) : hostileTexts);
}

function bodyOf({ body }, random) {
  if (body === undefined) {
    return Buffer.alloc(0);
  }
  const isSound = random.below(8) === 0;
  const value = isSound ? body : mutateJson(structuredClone(body), random);
  return Buffer.from(stringifyJson(value));
}
