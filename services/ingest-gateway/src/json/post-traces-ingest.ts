import { methodNotAllowed, type Route } from '@spanhouse/api-kit';
import { readTraceList } from '@spanhouse/span-intake';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { jsonIngestRoute } from './json-ingest-route.js';
import { writeTraceIds } from './write-accepted.js';

/** POST /traces/ingest: a list of whole traces. Under /preview this path is only that of a look-up. */
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
