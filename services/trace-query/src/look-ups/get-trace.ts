import { methodNotAllowed, type Route } from '@spanhouse/api-kit';
import { onlyTraceAnswer } from '../http/list-answer.js';
import { writeTrace } from '../http/list-shapes.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import { invalidTraceId, parseTraceIdOr400 } from '../requests/parse-ids.js';

/** Answers one trace as a tree; see docs/api/spans-and-traces.md. */
export function getTrace(services: ReadServices): Route {
  return readRoute(services, 'GET /traces/:trace_id', {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    answer(trace_id, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids: [trace_id] };
      const traces = reader.streamFoundTraces(found, { signal, deadline: 'each' });
      return onlyTraceAnswer(traces, writeTrace, costs);
    },
  });
}

/** Words that are routes under POST; a GET would take them for ids. */
const reservedWords = ['query', 'ingest'];

function parseTraceId(text = ''): string {
  if (reservedWords.includes(text.toLowerCase())) {
    throw methodNotAllowed(['POST'], `GET /traces/${text} is not supported.`);
  }
  return parseTraceIdOr400(text, invalidTraceId);
}
