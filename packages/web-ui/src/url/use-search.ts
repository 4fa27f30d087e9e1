import { useNavigate, useSearch as useRouterSearch } from '@tanstack/react-router';
import { useCallback } from 'react';

/** A change to the search parameters. `undefined` removes a parameter. */
export type SearchChange = Readonly<Record<string, string | undefined>>;

/**
 * Returns the search parameters, and a function that changes some of them. By default, a change replaces the current
 * history entry. It can add a new entry instead.
 */
export function useSearchParameters(): readonly [
  Search,
  (change: SearchChange, entry?: 'replace' | 'push') => void,
] {
  const search: Search = useRouterSearch({ strict: false });
  const navigate = useNavigate();
  const change = useCallback(
    (parameters: SearchChange, entry: 'replace' | 'push' = 'replace') => {
      void navigate({
        to: '.',
        search: (before: Search) => ({ ...before, ...parameters }),
        replace: entry === 'replace',
      } as never);
    },
    [navigate],
  );
  return [search, change];
}

/** Search parameters of an address. A page reads the parameters that it knows and keeps all others. */
export type Search = Readonly<Record<string, string>>;

/** Parses the query string of a URL. If a parameter occurs several times, its last value is used. */
export function readSearch(text: string): Search {
  return Object.fromEntries(new URLSearchParams(text));
}

/** Formats the query string of a URL. Parameters whose value is undefined are omitted. */
export function writeSearch(search: Readonly<Record<string, unknown>>): string {
  const present = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  const text = new URLSearchParams(present).toString();
  return text === '' ? '' : `?${text}`;
}
