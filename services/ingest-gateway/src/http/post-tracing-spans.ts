import type { Route } from '@spanhouse/service-runtime';
import { readIngestRequest } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import { toLinksAnswer } from './links-answer.js';
import type { RouteDependencies } from './route-dependencies.js';

/** Any number of spans, flat or nested. */
export function postTracingSpans(dependencies: RouteDependencies): Route {
  const route = {
    path: '/tracing/spans/ingest',
    mirrored: true,
    read: readIngestRequest,
    toAnswer: toLinksAnswer,
  };
  return jsonIngestRoute(route, dependencies);
}
