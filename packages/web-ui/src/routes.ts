import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Frame, NotFound } from './frame/frame.js';
import { readOutlineAhead } from './trace/outline/use-outline.js';
import { readSearch, writeSearch } from './url/use-search.js';

interface PageContext {
  readonly answers: QueryClient;
}

const root = createRootRouteWithContext<PageContext>()({
  component: Frame,
  notFoundComponent: NotFound,
});

const index = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/spans' });
  },
});

const trace = createRoute({
  getParentRoute: () => root,
  path: '/traces/$traceId',
  // Loads the trace while the code for its page is loading. If the user only hovers over a link, just the code is
  // preloaded.
  loader: ({ params, context, cause }) => {
    if (cause === 'enter') {
      readOutlineAhead(context.answers, params.traceId);
    }
  },
  component: lazyRouteComponent(() => import('./trace/trace-page.js'), 'TracePage'),
});

/** Pages that have no loader. The code of each page is loaded on the first visit. */
const pages = [
  page('/spans', () => import('./explorer/explorer-page.js'), 'SpansPage'),
  page('/traces', () => import('./explorer/explorer-page.js'), 'TracesPage'),
  page('/sessions', () => import('./actors/actors-page.js'), 'SessionsPage'),
  page('/sessions/$sessionId', () => import('./actors/actor-page.js'), 'SessionPage'),
  page('/users', () => import('./actors/actors-page.js'), 'UsersPage'),
  page('/users/$userId', () => import('./actors/actor-page.js'), 'UserPage'),
  page('/analytics', () => import('./analytics/analytics-page.js'), 'AnalyticsPage'),
  page('/analytics/$slug', () => import('./analytics/analytics-page.js'), 'AnalyticsPage'),
  page('/services', () => import('./analytics/map/map-page.js'), 'MapPage'),
  page('/compare', () => import('./compare/compare-page.js'), 'ComparePage'),
  page('/queries', () => import('./explorer/saved/queries-page.js'), 'QueriesPage'),
  page('/queries/$queryId', () => import('./explorer/saved/query-page.js'), 'QueryPage'),
  page(
    '/dead-letters',
    () => import('./ingest/dead-letters/dead-letters-page.js'),
    'DeadLettersPage',
  ),
  page('/admin/projects', () => import('./admin/projects-page.js'), 'ProjectsPage'),
  page('/admin/keys', () => import('./admin/keys-page.js'), 'AdminKeysPage'),
  page('/admin/ingest', () => import('./ingest/ingest-page.js'), 'IngestPage'),
  page('/start', () => import('./ingest/start/start-content.js'), 'StartPage'),
  page('/settings', () => import('./frame/settings-page.js'), 'SettingsPage'),
];

function page<Module extends Record<string, () => ReactNode>>(
  path: string,
  load: () => Promise<Module>,
  name: keyof Module & string,
) {
  return createRoute({
    getParentRoute: () => root,
    path,
    component: lazyRouteComponent(load, name),
  });
}

/** Creates the router. All routes are relative to the document's `<base>`. */
export function createPages(answers: QueryClient) {
  return createRouter({
    context: { answers },
    routeTree: root.addChildren([index, trace, ...pages]),
    basepath: new URL(document.baseURI).pathname,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
  });
}
