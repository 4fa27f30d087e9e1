import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { render } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import type { ReactElement } from 'react';
import { createQueries } from '../api/create-queries.js';
import { readSearch, type Search, writeSearch } from '../url/use-search.js';

/** A rendered component and a simulated user that operates it. */
export interface Shown {
  readonly user: UserEvent;
  path(): string;
  /** Returns the search parameters of the current address. */
  search(): Search;
}

/** Renders a component on a page with the given address, and waits until it is rendered. */
export async function showAt(address: string, component: ReactElement): Promise<Shown> {
  const history = createMemoryHistory({ initialEntries: [address] });
  const page = createRootRoute({
    component: () => component,
    notFoundComponent: () => component,
  });
  const router = createRouter({
    routeTree: page,
    history,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
  });
  await router.load();
  render(
    <QueryClientProvider client={createQueries()}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return {
    user: userEvent.setup(),
    path: () => history.location.pathname,
    search: () => readSearch(history.location.search),
  };
}
