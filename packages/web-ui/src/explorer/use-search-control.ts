import { type Query, useQueryClient } from '@tanstack/react-query';
import { createStore } from '../parts/store.js';

/** First elements of the explorer's query keys, except the key of the query that reads the rows. */
const asked: readonly unknown[] = ['counts', 'facets', 'newest', 'alone'];

/**
 * True after Cancel, until the user resumes the search or starts another one. During this time, requests that have not
 * been sent are held back.
 */
export const isSearchEnded = createStore(false);

/** Returns functions that cancel and resume the explorer's requests, except those for rows. */
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
