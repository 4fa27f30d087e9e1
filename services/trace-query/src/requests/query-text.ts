import type { HttpRequest } from '@spanhouse/api-kit';

/** Returns the value of a query parameter. If the parameter is repeated, the last value counts. */
export function queryText(req: HttpRequest, name: string): string | undefined {
  const value = [req.query[name]].flat().at(-1);
  return typeof value === 'string' ? value : undefined;
}

/** Returns the value of a query parameter with its location, which a 422 contains. */
export function locatedQueryText(
  req: HttpRequest,
  name: string,
): { readonly value: string; readonly loc: readonly string[] } | undefined {
  const value = queryText(req, name);
  return value === undefined ? undefined : { value, loc: ['query', name] };
}
