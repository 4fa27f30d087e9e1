import { QueryCache, QueryClient } from '@tanstack/react-query';
import { writeJson } from '../parts/values/write-json.js';
import { ApiProblem } from './api-problem.js';
import { keyForm } from './key-form-state.js';
import type { Json } from './shown-span.js';

/** Creates the cache of answers. A refused key opens the form for another key. */
export function createQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    defaultOptions: {
      queries: {
        retry: false,
        // The service may run on this machine, which works offline.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // Filters may contain bigints, which JSON.stringify rejects.
        queryKeyHashFn: (key) => writeJson(key as readonly Json[]),
      },
    },
  });
}

/** Opens the form for a key if the failure is a missing or refused key. */
export function noteRefusal(error: unknown): void {
  if (error instanceof ApiProblem && error.status === 401) {
    keyForm.set(error.message);
  }
}
