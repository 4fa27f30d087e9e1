import type { Route } from '@spanhouse/api-kit';
import { readIngestRequest, readSingleTraceRequest } from '@spanhouse/span-intake';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { type JsonReading, type JsonRequest, jsonIngestRoute } from './json-ingest-route.js';
import { readSimpleTrace } from './post-simple-traces.js';
import { writeLinks } from './write-accepted.js';

/** POST /tracing/spans/ingest: any number of spans, flat or nested. */
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

/** POST /tracing/traces/: exactly one trace; under /preview also a simple trace. */
export function postTracingTraces(dependencies: RouteDependencies): Route[] {
  const path = '/tracing/traces/';
  return [
    jsonIngestRoute({ path, read: readTrace }, dependencies),
    jsonIngestRoute(
      {
        path: `/preview${path}`,
        read: (request) =>
          holdsSimpleTrace(request.body) ? readSimpleTrace(request) : readTrace(request),
      },
      dependencies,
    ),
  ];
}

function readTrace({ body, context }: JsonRequest): JsonReading {
  return { outcome: readSingleTraceRequest(body, context), write: writeLinks };
}

function holdsSimpleTrace(body: JsonValue): boolean {
  return (
    isJsonObject(body) &&
    isGiven(body['trace']) &&
    !isGiven(body['spans']) &&
    !isGiven(body['traces'])
  );
}

function isGiven(member: JsonValue | undefined): boolean {
  return member !== undefined && member !== null;
}

/** PUT /tracing/traces/{trace_id}: spans of that trace. Each replaces its stored version; other spans stay. */
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
