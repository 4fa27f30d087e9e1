import type { Route } from '@spanhouse/api-kit';
import { readTraceBody } from '@spanhouse/span-intake';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { jsonIngestRoute } from './json-ingest-route.js';
import { writeTraceId } from './write-accepted.js';

/** POST /traces/: one whole trace, `{trace}`. The checks and their order are those of docs/api/ingest.md. */
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

/** PUT /traces/{trace_id}: spans of that trace, `{trace}`. Each replaces its stored version; other spans stay. */
export function putTrace(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    {
      method: 'PUT',
      path: '/traces/:trace_id',
      mirrored: true,
      read: ({ body, context, params }) => ({
        outcome: readTraceBody(body, context, params['trace_id']),
        write: writeTraceId,
      }),
    },
    dependencies,
  );
}
