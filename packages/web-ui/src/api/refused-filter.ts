import { createStore } from '../parts/store.js';
import { ApiProblem } from './api-problem.js';

/** The service's reason for refusing the filter of the page; undefined if the filter was accepted. */
export const refusedFilter = createStore<string | undefined>(undefined);

const REFUSED = 400;

/**
 * Stores the service's reason for refusing a list request as invalid. The cause must be the filter, because the user
 * writes no other part of the request.
 */
export function noteRefusedFilter(error: unknown): void {
  if (error instanceof ApiProblem && error.status === REFUSED) {
    refusedFilter.set(error.message);
  }
}
