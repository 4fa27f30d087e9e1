import { randomBytes } from 'node:crypto';
import { type Route, toValidationDetails, unprocessable } from '@spanhouse/service-runtime';
import { acceptSimpleTrace, wrongBody } from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonValue,
  simpleTraceRequest,
  stringifyJson,
} from '@spanhouse/span-schema';
import { type JsonReading, type JsonRequest, jsonIngestRoute } from './json-ingest-route.js';
import type { RouteDependencies } from './route-dependencies.js';
import { modelMismatch } from './to-problem.js';

/** A single-span annotation, `{trace}`. */
export function postSimpleTraces(dependencies: RouteDependencies): Route {
  return jsonIngestRoute(
    { path: '/simple/traces/', mirrored: true, read: readSimpleTrace },
    dependencies,
  );
}

/** Throws the 422 of a body that does not fit the model. */
export function readSimpleTrace({ body, context }: JsonRequest): JsonReading {
  if (!isJsonObject(body)) {
    throw modelMismatch([wrongBody(body)]);
  }
  const parsed = simpleTraceRequest.safeParse(body);
  if (!parsed.success) {
    throw unprocessable(toValidationDetails(parsed.error, body));
  }
  const { trace } = parsed.data;
  const ids = { trace_id: createId(16), span_id: createId(8) };
  // Written before the trace's objects become part of the span.
  const answer = stringifyJson({ count: 1, trace: { ...ids, ...trace } as unknown as JsonValue });
  return {
    outcome: acceptSimpleTrace(trace, { ...ids, receivedAt: context.receivedAt }),
    write: () => answer,
  };
}

function createId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}
