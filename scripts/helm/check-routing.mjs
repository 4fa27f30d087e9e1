// Requests through the rendered routing, by the rules of the Gateway API and of nginx.
import { expectedDestinations, isExpected } from './expected-destinations.mjs';

const MAX_MATCHES = 128; // of one HTTPRoute; and 64 of one rule, which the schema says

/** Every route of a service is reached at that service, and nothing internal from outside. */
export function checkRouting(objects) {
  const route = routerOf(objects);
  if (route === undefined) return [];
  return expectedDestinations(objects)
    .map((request) => ({ ...request, reached: route(request.method, request.path) }))
    .filter(({ to, reached }) => !isExpected(reached, to))
    .map(({ method, path, to, reached }) => `${method} ${path} reaches ${reached}, not ${to}`);
}

function routerOf(objects) {
  const httpRoute = objects.find(({ kind }) => kind === 'HTTPRoute');
  if (httpRoute !== undefined) return httpRouteRouter(httpRoute);
  const nginx = objects.find(({ data }) => data?.['nginx.conf'] !== undefined);
  return nginx === undefined ? undefined : nginxRouter(nginx.data['nginx.conf']);
}

function httpRouteRouter({ spec }) {
  const matches = spec.rules.flatMap((rule) =>
    rule.matches.map((match) => ({ ...match, backend: rule.backendRefs[0].name })),
  );
  if (matches.length > MAX_MATCHES) throw new Error(`an HTTPRoute may have ${MAX_MATCHES} matches`);
  const ordered = matches.toSorted(byPrecedence);
  return (method, path) => ordered.find((match) => isMatch(match, method, path))?.backend;
}

/** Exact paths, then longer prefixes, then those that name a method, then the first. */
function byPrecedence(left, right) {
  const rank = ({ path, method }) => [
    path.type === 'Exact' ? 1 : 0,
    path.value.length,
    method === undefined ? 0 : 1,
  ];
  const [ofLeft, ofRight] = [rank(left), rank(right)];
  const index = ofLeft.findIndex((value, at) => value !== ofRight[at]);
  return index === -1 ? 0 : ofRight[index] - ofLeft[index];
}

function isMatch({ path: { type, value }, method: wanted }, method, path) {
  if (wanted !== undefined && wanted !== method) return false;
  return type === 'Exact' ? path === value : path === value || path.startsWith(`${value}/`);
}

/** The map of method and path, and the upstream that it names. */
function nginxRouter(config) {
  const lines = [...config.matchAll(/^ *"~(?<pattern>[^"]+)" (?<part>\w+);$/gm)];
  const rules = lines.map(({ groups }) => ({ ...groups, pattern: new RegExp(groups.pattern) }));
  const upstreams = config.matchAll(/upstream (\w+) \{\s+server ([\w-]+):8080;/g);
  const servers = new Map([...upstreams].map(([, part, server]) => [part, server]));
  return (method, path) => {
    const rule = rules.find(({ pattern }) => pattern.test(`${method} ${path}`));
    return rule && servers.get(rule.part);
  };
}
