import type { Route } from '@spanhouse/service-runtime';
import { readSingleTraceRequest } from '@spanhouse/span-intake';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type JsonReading, type JsonRequest, jsonIngestRoute } from './json-ingest-route.js';
import { readSimpleTrace } from './post-simple-traces.js';
import type { RouteDependencies } from './route-dependencies.js';
import { writeLinks } from './write-accepted.js';

const path = '/tracing/traces/';

/** An ingest request with exactly one trace; under /preview a simple trace as well. */
export function postTracingTraces(dependencies: RouteDependencies): Route[] {
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
