import type { Route } from '@spanhouse/service-runtime';
import { readSingleTraceRequest } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';
import { writeLinks } from './write-accepted.js';

/** An ingest request for the trace in the path: each span replaces the stored one, the others stay. */
export function putTracingTrace(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    {
      method: 'PUT',
      path: '/tracing/traces/:trace_id',
      mirrored: true,
      read: ({ body, context, params }) => ({
        outcome: readSingleTraceRequest(body, context, params['trace_id']),
        write: writeLinks,
      }),
    },
    dependencies,
  );
}
