import { HttpProblem } from '@spanhouse/api-kit';
import { type Principal, resolveRevision, type SavedQueryStore } from '@spanhouse/catalog';
import { forbidden } from '@spanhouse/service-runtime';
import type { ListQuery } from '../paging/list-request.js';
import type { QueryBody } from './parse-query-body.js';
import { combineQueries, readStoredQuery } from './stored-query.js';

/**
 * Combines a request with the saved query that it names; see docs/api/saved-queries.md. Returns undefined if the
 * revision does not exist or has no data. Throws a 403 if the key may not view saved queries, a 400 if the stored
 * filter is semantically invalid, and a 409 if the revision was saved for the other list route.
 */
export async function applySavedQuery(
  { refs, projection: _, ...request }: QueryBody,
  focus: 'span' | 'trace',
  {
    savedQueries,
    principal,
  }: { readonly savedQueries: SavedQueryStore; readonly principal: Principal },
): Promise<ListQuery | undefined> {
  if (refs === undefined) {
    return request;
  }
  if (!principal.permissions.includes('view_queries')) {
    throw forbidden('view_queries is missing');
  }
  const resolved = await resolveRevision(savedQueries, principal.project_id, refs);
  const data = resolved.status === 'resolved' ? resolved.revision.data : undefined;
  if (data === undefined) {
    return undefined;
  }
  const stored = readStoredQuery(data);
  if (stored.focus !== undefined && stored.focus !== focus) {
    throw otherFocus(focus);
  }
  return combineQueries(stored, request);
}

function otherFocus(asked: 'span' | 'trace'): HttpProblem {
  const [focus, path] = asked === 'span' ? ['trace', '/traces/query'] : ['span', '/spans/query'];
  const detail = `Query revision formatting.focus=${focus}. Use ${path} for this query revision.`;
  return new HttpProblem(409, { detail });
}
