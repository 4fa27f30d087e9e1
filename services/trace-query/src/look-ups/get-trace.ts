import { methodNotAllowed, type Route } from '@spanhouse/api-kit';
import { listAnswer, onlyTraceAnswer } from '../http/list-answer.js';
import { traceMap, writeTrace } from '../http/list-shapes.js';
import { type ReadContext, type ReadServices, readRoute } from '../http/read-handler.js';
import { invalidTraceId, parseTraceIdOr400 } from '../requests/parse-ids.js';

/** Answers one trace as a tree; see docs/api/spans-and-traces.md. */
export function getTrace(services: ReadServices): Route {
  return readRoute(services, 'GET /traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    answer: (trace_id, context) =>
      onlyTraceAnswer(streamTrace(trace_id, context), writeTrace, context.costs),
  });
}

const mapShape = { ...traceMap, omitsEmptyList: true } as const;

/** Answers one trace in the older form: a map with at most one member. */
export function getTracingTrace(services: ReadServices): Route {
  return readRoute(services, 'GET /tracing/traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceIdOr400(params['trace_id'], invalidTraceId),
    answer: (trace_id, context) =>
      listAnswer(streamTrace(trace_id, context), mapShape, context.costs),
  });
}

function streamTrace(trace_id: string, { principal, signal, reader }: ReadContext) {
  const found = { project_id: principal.project_id, trace_ids: [trace_id] };
  return reader.streamFoundTraces(found, { signal, deadline: 'each' });
}

/** Words that are routes under POST; a GET would take them for ids. */
const reservedWords = ['query', 'ingest'];

function parseTraceId(text = ''): string {
  if (reservedWords.includes(text.toLowerCase())) {
    throw methodNotAllowed(['POST'], `GET /traces/${text} is not supported.`);
  }
  return parseTraceIdOr400(text, invalidTraceId);
}
