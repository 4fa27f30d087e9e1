import type { Route } from '@spanhouse/service-runtime';
import { readTraceBody } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';
import { writeTraceId } from './write-accepted.js';

/** Spans of the trace in the path, `{trace}`: each replaces the stored one, the others stay. */
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
