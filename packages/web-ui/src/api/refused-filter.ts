import { createStore } from '../parts/store.js';
import { ApiProblem } from './api-problem.js';

/** Why the service refused the filter of the page; undefined while it has not. */
export const refusedFilter = createStore<string | undefined>(undefined);

const REFUSED = 400;

/** Keeps the reason if the failure of a list is a refused filter: nothing else of its request comes from a person. */
export function noteRefusedFilter(error: unknown): void {
  if (error instanceof ApiProblem && error.status === REFUSED) {
    refusedFilter.set(error.message);
  }
}
