import { methodNotAllowed, type Route } from '@spanhouse/service-runtime';
import { readTraceList } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';
import { writeTraceIds } from './write-accepted.js';

/** A list of whole traces. Under /preview there is no such route, but a look-up of that path. */
export function postTracesIngest(dependencies: RouteDependencies): Route[] {
  const route = jsonIngestRoute(
    {
      path: '/traces/ingest',
      read: ({ body, context }) => ({
        outcome: readTraceList(body, context),
        write: writeTraceIds,
      }),
    },
    dependencies,
  );
  return [
    route,
    {
      method: 'POST',
      path: '/preview/traces/ingest',
      handler: () => {
        throw methodNotAllowed(['GET']);
      },
    },
  ];
}
