import { call } from '../api/call.js';
import type { SavedQuery } from './saved-query.js';

interface QueriesAnswer {
  readonly queries?: readonly SavedQuery[];
}

/** Reads the newest saved queries of the project. */
export async function loadSavedQueries(
  limit: number,
  signal: AbortSignal,
): Promise<readonly SavedQuery[]> {
  const body = { windowing: { limit, order: 'descending' } };
  const { queries = [] } = await call<QueriesAnswer>('/simple/queries/query', { body, signal });
  return queries;
}
