import type { Route } from '@spanhouse/service-runtime';
import { readIngestRequest } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';
import { writeLinks } from './write-accepted.js';

/** Any number of spans, flat or nested. */
export function postTracingSpans(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    {
      path: '/tracing/spans/ingest',
      mirrored: true,
      read: ({ body, context }) => ({
        outcome: readIngestRequest(body, context),
        write: writeLinks,
      }),
    },
    dependencies,
  );
}
