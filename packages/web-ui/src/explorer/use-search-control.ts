import { type Query, useQueryClient } from '@tanstack/react-query';
import { createStore } from '../parts/store.js';

/** First key parts of the explorer's queries, except for the query that reads the rows. */
const asked: readonly unknown[] = ['counts', 'facets', 'newest', 'alone'];

/**
 * True from Cancel until the user resumes the search or another search begins. While it is true, pending requests are
 * not sent.
 */
export const isSearchEnded = createStore(false);

/** Returns the functions that cancel and resume the counts and the facets of the page. */
export function useSearchControl() {
  const queries = useQueryClient();
  return {
    cancel() {
      isSearchEnded.set(true);
      const isRunning = queries.isFetching({ predicate: isAsked }) > 0;
      void queries.cancelQueries({ predicate: isAsked });
      return isRunning;
    },
    resume() {
      isSearchEnded.set(false);
      void queries.refetchQueries({ type: 'active', predicate: isWithoutAnswer });
    },
  };
}

function isAsked({ queryKey }: Query): boolean {
  return asked.includes(queryKey[0]);
}

function isWithoutAnswer(query: Query): boolean {
  return isAsked(query) && query.state.status === 'pending';
}
