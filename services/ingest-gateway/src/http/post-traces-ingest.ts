import { methodNotAllowed, type Route } from '@spanhouse/service-runtime';
import { readTraceList } from '@spanhouse/span-intake';
import { jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';

/** A list of whole traces. Under /preview there is no such route, but a look-up of that path. */
export function postTracesIngest(dependencies: RouteDependencies): Route[] {
  const route = {
    path: '/traces/ingest',
    read: readTraceList,
    toAnswer: (spans: readonly { trace_id: string }[]) => {
      const traceIds = [...new Set(spans.map((span) => span.trace_id))];
      return { count: traceIds.length, trace_ids: traceIds };
    },
  };
  return [
    jsonIngestRoute(route, dependencies),
    {
      method: 'POST',
      path: '/preview/traces/ingest',
      handler: () => {
        throw methodNotAllowed(['GET']);
      },
    },
  ];
}
