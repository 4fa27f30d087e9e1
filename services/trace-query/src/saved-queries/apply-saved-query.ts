import { resolveRevision } from '@spanhouse/catalog';
import { forbidden, HttpProblem } from '@spanhouse/service-runtime';
import type { ListQuery, QueryBody } from '../http/parse-query-body.js';
import type { QueryServices } from '../http/query-services.js';
import type { ReadContext } from '../http/read-handler.js';
import { combineQueries, readStoredQuery } from './stored-query.js';

/**
 * What a list is made of, where the request names a saved query (API: "Saved revision in a query");
 * undefined when there is no such revision, or it has no data. Throws the 403 of a key that may
 * not view saved queries, the 400 of a stored filter that makes no sense, and the 409 of a
 * revision for the other route.
 */
export async function applySavedQuery(
  { refs, ...request }: QueryBody,
  focus: 'span' | 'trace',
  { savedQueries, principal }: Pick<QueryServices, 'savedQueries'> & Pick<ReadContext, 'principal'>,
): Promise<ListQuery | undefined> {
  if (refs === undefined) return request;
  if (!principal.permissions.includes('view_queries')) throw forbidden('view_queries is missing');
  const resolved = await resolveRevision(savedQueries, principal.project_id, refs);
  const data = resolved.status === 'resolved' ? resolved.revision.data : undefined;
  if (data === undefined) return undefined;
  const stored = readStoredQuery(data);
  if (stored.focus !== undefined && stored.focus !== focus) throw otherFocus(focus);
  return combineQueries(stored, request);
}

function otherFocus(asked: 'span' | 'trace'): HttpProblem {
  const [focus, path] = asked === 'span' ? ['trace', '/traces/query'] : ['span', '/spans/query'];
  const detail = `Query revision formatting.focus=${focus}. Use ${path} for this query revision.`;
  return new HttpProblem(409, { detail });
}
