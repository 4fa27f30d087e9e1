// Routes requests through a rendered HTTPRoute according to the rules of the Gateway API.
import { expectedDestinations, isExpected } from './expected-destinations.mjs';

const maxMatches = { route: 128, rule: 64 }; // limits that the Gateway API defines

/** Checks that every route of a service reaches that service, and that no outside request reaches an internal path. */
export function checkRouting(objects) {
  const httpRoute = objects.find(({ kind }) => kind === 'HTTPRoute');
  if (httpRoute === undefined) {
    return [];
  }
  const matches = httpRoute.spec.rules.flatMap((rule) =>
    rule.matches.map((match) => ({ ...match, backend: rule.backendRefs[0].name })),
  );
  const inRule = Math.max(...httpRoute.spec.rules.map((rule) => rule.matches.length));
  if (matches.length > maxMatches.route || inRule > maxMatches.rule) {
    return [`an HTTPRoute has too many matches: ${matches.length}, and ${inRule} in a rule`];
  }
  const ordered = matches.toSorted(byPrecedence);
  return expectedDestinations(objects)
    .map(({ method, path, to }) => {
      const reached = ordered.find((match) => isMatch(match, method, path))?.backend;
      return { method, path, to, reached };
    })
    .filter(({ to, reached }) => !isExpected(reached, to))
    .map(({ method, path, to, reached }) => `${method} ${path} reaches ${reached}, not ${to}`);
}

/**
 * Compares matches by precedence: exact paths come first, then longer prefixes, then matches with a method, then
 * earlier matches.
 */
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
  if (wanted !== undefined && wanted !== method) {
    return false;
  }
  return type === 'Exact' ? path === value : path === value || path.startsWith(`${value}/`);
}
