import type { Route } from '@spanhouse/service-runtime';
import { readTraceBody } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';

/** One whole trace, `{trace}`. */
export function postTraces(dependencies: RouteDependencies): Route {
  const route = {
    path: '/traces/',
    mirrored: true,
    read: readTraceBody,
    toAnswer: ([first]: readonly { trace_id: string }[]) =>
      first === undefined ? { count: 0 } : { count: 1, trace_id: first.trace_id },
  };
  return jsonIngestRoute(route, dependencies);
}
