import { type Route, unprocessable } from '@spanhouse/service-runtime';
import { readSingleTraceRequest } from '@spanhouse/span-intake';
import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';
import { jsonIngestRoute } from './json-ingest-route.js';
import { toLinksAnswer } from './links-answer.js';
import type { RouteDependencies } from './route-dependencies.js';

const read = readSingleTraceRequest;

/** An ingest request with exactly one trace. */
export function postTracingTraces(dependencies: RouteDependencies): Route[] {
  const path = '/tracing/traces/';
  return [
    jsonIngestRoute({ path, read, toAnswer: toLinksAnswer }, dependencies),
    jsonIngestRoute(
      {
        path: `/preview${path}`,
        read: (body, context) => read(refuseSimpleTrace(body), context),
        toAnswer: toLinksAnswer,
      },
      dependencies,
    ),
  ];
}

/** Under /preview a body with `trace` alone means a simple trace, which is not taken yet. */
function refuseSimpleTrace(body: JsonValue): JsonValue {
  if (
    isJsonObject(body) &&
    isGiven(body['trace']) &&
    !isGiven(body['spans']) &&
    !isGiven(body['traces'])
  ) {
    throw unprocessable([
      {
        type: 'value_error',
        loc: ['body', 'trace'],
        msg: "Value error, Simple traces are not supported yet; send 'spans' or 'traces'.",
      },
    ]);
  }
  return body;
}

function isGiven(member: JsonValue | undefined): boolean {
  return member !== undefined && member !== null;
}
