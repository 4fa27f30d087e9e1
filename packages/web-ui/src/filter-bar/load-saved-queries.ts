import type { SimpleQueriesAnswer } from '@spanhouse/span-schema/api';
import { call } from '../api/call.js';
import type { SavedQuery } from './saved-query.js';

type QueriesAnswer = Partial<Pick<SimpleQueriesAnswer, 'windowing'>> & {
  readonly queries?: readonly SavedQuery[];
};

/** Finds the project's saved queries that match a request. */
export function findQueries(body: object, signal: AbortSignal): Promise<QueriesAnswer> {
  return call<QueriesAnswer>('/simple/queries/query', { body, signal });
}

/** Reads the newest saved queries of the project. */
export async function loadSavedQueries(limit: number, signal: AbortSignal) {
  const { queries = [] } = await findQueries({ windowing: { limit, order: 'descending' } }, signal);
  return queries;
}
