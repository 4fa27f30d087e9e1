import type { QueryClient } from '@tanstack/react-query';
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
} from '@tanstack/react-router';
import { Frame } from './frame/frame.js';
import { NotFound } from './frame/not-found.js';
import { readOutlineAhead } from './trace/outline/use-outline.js';
import { readSearch, writeSearch } from './url/search-text.js';

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

const spans = createRoute({
  getParentRoute: () => root,
  path: '/spans',
  component: lazyRouteComponent(() => import('./explorer/explorer-page.js'), 'SpansPage'),
});

const traces = createRoute({
  getParentRoute: () => root,
  path: '/traces',
  component: lazyRouteComponent(() => import('./explorer/explorer-page.js'), 'TracesPage'),
});

const trace = createRoute({
  getParentRoute: () => root,
  path: '/traces/$traceId',
  // The trace is read while the files of its page load. A link below the pointer loads only these.
  loader: ({ params, context, cause }) => {
    if (cause === 'enter') {
      readOutlineAhead(context.answers, params.traceId);
    }
  },
  component: lazyRouteComponent(() => import('./trace/trace-page.js'), 'TracePage'),
});

const sessions = createRoute({
  getParentRoute: () => root,
  path: '/sessions',
  component: lazyRouteComponent(() => import('./actors/sessions-page.js'), 'SessionsPage'),
});

const session = createRoute({
  getParentRoute: () => root,
  path: '/sessions/$sessionId',
  component: lazyRouteComponent(() => import('./actors/session-page.js'), 'SessionPage'),
});

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: lazyRouteComponent(() => import('./actors/users-page.js'), 'UsersPage'),
});

const user = createRoute({
  getParentRoute: () => root,
  path: '/users/$userId',
  component: lazyRouteComponent(() => import('./actors/user-page.js'), 'UserPage'),
});

const analytics = createRoute({
  getParentRoute: () => root,
  path: '/analytics',
  component: lazyRouteComponent(() => import('./analytics/analytics-page.js'), 'AnalyticsPage'),
});

const board = createRoute({
  getParentRoute: () => root,
  path: '/analytics/$slug',
  component: lazyRouteComponent(() => import('./analytics/analytics-page.js'), 'AnalyticsPage'),
});

const services = createRoute({
  getParentRoute: () => root,
  path: '/services',
  component: lazyRouteComponent(() => import('./analytics/map/map-page.js'), 'MapPage'),
});

const compare = createRoute({
  getParentRoute: () => root,
  path: '/compare',
  component: lazyRouteComponent(() => import('./compare/compare-page.js'), 'ComparePage'),
});

const queries = createRoute({
  getParentRoute: () => root,
  path: '/queries',
  component: lazyRouteComponent(() => import('./explorer/saved/queries-page.js'), 'QueriesPage'),
});

const query = createRoute({
  getParentRoute: () => root,
  path: '/queries/$queryId',
  component: lazyRouteComponent(() => import('./explorer/saved/query-page.js'), 'QueryPage'),
});

const deadLetters = createRoute({
  getParentRoute: () => root,
  path: '/dead-letters',
  component: lazyRouteComponent(
    () => import('./ingest/dead-letters/dead-letters-page.js'),
    'DeadLettersPage',
  ),
});

const projects = createRoute({
  getParentRoute: () => root,
  path: '/admin/projects',
  component: lazyRouteComponent(() => import('./admin/projects-page.js'), 'ProjectsPage'),
});

const adminKeys = createRoute({
  getParentRoute: () => root,
  path: '/admin/keys',
  component: lazyRouteComponent(() => import('./admin/keys-page.js'), 'AdminKeysPage'),
});

const ingest = createRoute({
  getParentRoute: () => root,
  path: '/admin/ingest',
  component: lazyRouteComponent(() => import('./ingest/ingest-page.js'), 'IngestPage'),
});

const start = createRoute({
  getParentRoute: () => root,
  path: '/start',
  component: lazyRouteComponent(() => import('./ingest/start/start-page.js'), 'StartPage'),
});

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: lazyRouteComponent(() => import('./frame/settings-page.js'), 'SettingsPage'),
});

/** Creates the router. It begins at the `<base>` of the document, whatever precedes it. */
export function createPages(answers: QueryClient) {
  return createRouter({
    context: { answers },
    routeTree: root.addChildren([
      index,
      spans,
      traces,
      trace,
      sessions,
      session,
      users,
      user,
      compare,
      analytics,
      board,
      services,
      queries,
      query,
      deadLetters,
      projects,
      adminKeys,
      ingest,
      start,
      settings,
    ]),
    basepath: new URL(document.baseURI).pathname,
    parseSearch: readSearch,
    stringifySearch: writeSearch,
    defaultPreload: 'intent',
  });
}
