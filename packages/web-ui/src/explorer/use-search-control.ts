import { type Query, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { createStore } from '../parts/store.js';

/** What the explorer asks for besides its rows, by the first part of the key. */
const asked: readonly unknown[] = ['counts', 'facets', 'newest', 'alone'];

/** True from a Cancel until another search begins or a person goes on: reads that have not begun do not begin. */
export const isSearchEnded = createStore(false);

/** Ends and continues what the explorer asks for besides its rows. */
export interface SearchControl {
  /** Returns whether something was under way. */
  readonly cancel: () => boolean;
  /** Asks again for what was cancelled. */
  readonly goOn: () => void;
}

/** Returns the control of the numbers and the facets of the page. */
export function useSearchControl(): SearchControl {
  const queries = useQueryClient();
  return useMemo(
    () => ({
      cancel() {
        isSearchEnded.set(true);
        const isRunning = queries.isFetching({ predicate: isAsked }) > 0;
        void queries.cancelQueries({ predicate: isAsked });
        return isRunning;
      },
      goOn() {
        isSearchEnded.set(false);
        void queries.refetchQueries({ type: 'active', predicate: isWithoutAnswer });
      },
    }),
    [queries],
  );
}

function isAsked({ queryKey }: Query): boolean {
  return asked.includes(queryKey[0]);
}

function isWithoutAnswer(query: Query): boolean {
  return isAsked(query) && query.state.status === 'pending';
}
