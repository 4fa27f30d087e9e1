import type { HttpRequest } from '@spanhouse/api-kit';

/** Returns the value of a key of the query string; if the key is repeated, the last one counts. */
export function queryText(req: HttpRequest, name: string): string | undefined {
  const value = [req.query[name]].flat().at(-1);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the same value with its location, for the entry of a 422. */
export function locatedQueryText(
  req: HttpRequest,
  name: string,
): { readonly value: string; readonly loc: readonly string[] } | undefined {
  const value = queryText(req, name);
  return value === undefined ? undefined : { value, loc: ['query', name] };
}
