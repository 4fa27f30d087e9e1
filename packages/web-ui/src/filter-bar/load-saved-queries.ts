import { call } from '../api/call.js';
import type { SavedQuery } from './saved-query.js';

interface QueriesAnswer {
  readonly queries?: readonly SavedQuery[];
  readonly windowing?: { readonly next?: string };
}

/** Finds saved queries of the project. */
export function findQueries(body: object, signal: AbortSignal): Promise<QueriesAnswer> {
  return call<QueriesAnswer>('/simple/queries/query', { body, signal });
}

/** Reads the newest saved queries of the project. */
export async function loadSavedQueries(limit: number, signal: AbortSignal) {
  const { queries = [] } = await findQueries({ windowing: { limit, order: 'descending' } }, signal);
  return queries;
}
