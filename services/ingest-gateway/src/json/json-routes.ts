import { randomBytes } from 'node:crypto';
import {
  methodNotAllowed,
  type Route,
  toValidationDetails,
  unprocessable,
} from '@spanhouse/api-kit';
import {
  acceptSimpleTrace,
  type DroppedSpan,
  readIngestRequest,
  readSingleTraceRequest,
  readTraceBody,
  readTraceList,
  wrongBody,
} from '@spanhouse/span-intake';
import {
  isJsonObject,
  type JsonValue,
  type Link,
  simpleTraceRequest,
  stringifyJson,
} from '@spanhouse/span-schema';
import {
  type JsonIngestRoute,
  type JsonReading,
  type JsonRequest,
  jsonIngestRoute,
} from '../http/json-ingest-route.js';
import type { RouteDependencies } from '../http/route-dependencies.js';
import { modelMismatch } from '../http/to-problem.js';

/**
 * Reads a trace with a single span, `{trace}`; see docs/api/annotations.md. Throws a 422 if the body does not fit the
 * model.
 */
function readSimpleTrace({ body, context }: JsonRequest): JsonReading {
  if (!isJsonObject(body)) {
    throw modelMismatch([wrongBody(body)]);
  }
  const parsed = simpleTraceRequest.safeParse(body);
  if (!parsed.success) {
    throw unprocessable(toValidationDetails(parsed.error, body));
  }
  const { trace } = parsed.data;
  const ids = { trace_id: createId(16), span_id: createId(8) };
  // The response is serialized first, because `acceptSimpleTrace` takes ownership of the trace.
  const answer = stringifyJson({ count: 1, trace: { ...ids, ...trace } as unknown as JsonValue });
  return {
    outcome: acceptSimpleTrace(trace, { ...ids, receivedAt: context.receivedAt }),
    write: () => answer,
  };
}

function createId(bytes: number): string {
  return randomBytes(bytes).toString('hex');
}

/**
 * The routes of docs/api/ingest.md. A PUT replaces only the spans that it contains; other spans of the trace stay
 * unchanged.
 */
const routes: readonly JsonIngestRoute[] = [
  { path: '/tracing/spans/ingest', mirrored: true, read: readSpans },
  { path: '/tracing/traces/', read: readTrace },
  { path: '/preview/tracing/traces/', read: readAnyTrace },
  { method: 'PUT', path: '/tracing/traces/:trace_id', mirrored: true, read: readTrace },
  { path: '/traces/ingest', read: readTraces },
  { path: '/traces/', mirrored: true, read: readWholeTrace },
  { method: 'PUT', path: '/traces/:trace_id', mirrored: true, read: readWholeTrace },
  { path: '/simple/traces/', mirrored: true, read: readSimpleTrace },
];

/** Creates the routes that accept spans in Spanhouse's own JSON formats. */
export function jsonRoutes(dependencies: RouteDependencies): Route[] {
  return [...routes.map((route) => jsonIngestRoute(route, dependencies)), lookUpOnly];
}

/** Refuses a POST, because under /preview this path belongs to the look-up of a trace by id. */
const lookUpOnly: Route = {
  method: 'POST',
  path: '/preview/traces/ingest',
  handler: () => {
    throw methodNotAllowed(['GET']);
  },
};

function readSpans({ body, context }: JsonRequest): JsonReading {
  return { outcome: readIngestRequest(body, context), write: writeLinks };
}

function readTrace({ body, context, params }: JsonRequest): JsonReading {
  return { outcome: readSingleTraceRequest(body, context, params['trace_id']), write: writeLinks };
}

function readWholeTrace({ body, context, params }: JsonRequest): JsonReading {
  return { outcome: readTraceBody(body, context, params['trace_id']), write: writeTraceId };
}

function readTraces({ body, context }: JsonRequest): JsonReading {
  return { outcome: readTraceList(body, context), write: writeTraceIds };
}

/** Reads a trace, given either as a list of spans or as a simple trace. */
function readAnyTrace(request: JsonRequest): JsonReading {
  return holdsSimpleTrace(request.body) ? readSimpleTrace(request) : readTrace(request);
}

function holdsSimpleTrace(body: JsonValue): boolean {
  return (
    isJsonObject(body) && body['trace'] != null && body['spans'] == null && body['traces'] == null
  );
}

function writeLinks(links: readonly Link[], dropped: readonly DroppedSpan[]): string {
  return withDropped({ count: links.length, links }, dropped);
}

function writeTraceId([first]: readonly Link[], dropped: readonly DroppedSpan[]): string {
  const answer = first === undefined ? { count: 0 } : { count: 1, trace_id: first.trace_id };
  return withDropped(answer, dropped);
}

/** Writes `{count, trace_ids}`. Each id occurs once, in the order of the traces' first spans. */
function writeTraceIds(links: readonly Link[], dropped: readonly DroppedSpan[]): string {
  const traceIds = [...new Set(links.map(({ trace_id }) => trace_id))];
  return withDropped({ count: traceIds.length, trace_ids: traceIds }, dropped);
}

function withDropped(answer: object, dropped: readonly DroppedSpan[]): string {
  return JSON.stringify(dropped.length === 0 ? answer : { ...answer, dropped });
}
