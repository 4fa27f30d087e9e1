import { QueryCache, QueryClient } from '@tanstack/react-query';
import { writeJson } from '../parts/values/write-json.js';
import { ApiProblem } from './api-problem.js';
import { keyForm } from './key-form-state.js';
import type { Json } from './shown-span.js';

/** Creates the query client, which caches answers. If the service refuses the API key, a form asks for another key. */
export function createQueries(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({ onError: noteRefusal }),
    defaultOptions: {
      mutations: { networkMode: 'always' },
      queries: {
        retry: false,
        // Requests are sent even if the browser is offline, because the service may run on the user's own machine.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        staleTime: 30_000,
        // Filters may contain bigints, which JSON.stringify rejects.
        queryKeyHashFn: (key) => writeJson(key as readonly Json[]),
      },
    },
  });
}

/** Opens the key form if a request failed because the key was missing or refused. */
export function noteRefusal(error: unknown): void {
  if (error instanceof ApiProblem && error.status === 401) {
    keyForm.set(error.message);
  }
}
