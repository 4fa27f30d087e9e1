import type { Route } from '@spanhouse/service-runtime';
import { readTraceBody } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';
import { writeTraceId } from './write-accepted.js';

/** One whole trace, `{trace}`. */
export function postTraces(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    {
      path: '/traces/',
      mirrored: true,
      read: ({ body, context }) => ({ outcome: readTraceBody(body, context), write: writeTraceId }),
    },
    dependencies,
  );
}
