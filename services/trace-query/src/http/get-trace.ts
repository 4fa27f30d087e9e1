import { methodNotAllowed, type Route } from '@spanhouse/service-runtime';
import { lookUpTraces } from '../query/look-up-traces.js';
import { INVALID_TRACE_ID, parseTraceIdOr400 } from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeTrace } from './write-answer.js';

export function getTrace(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    async answer(trace_id, { principal, signal }) {
      const found = { project_id: principal.project_id, trace_ids: [trace_id] };
      const [trace] = await lookUpTraces(services.reader, found, signal);
      return trace === undefined
        ? ['{"count":0}']
        : ['{"count":1,"trace":', ...writeTrace(trace), '}'];
    },
  });
  return { method: 'GET', path: '/traces/:trace_id', mirrored: true, handler };
}

/** Routes of their own under POST, which a GET would otherwise take for ids. */
const RESERVED_WORDS = ['query', 'ingest'];

function parseTraceId(text = ''): string {
  if (RESERVED_WORDS.includes(text.toLowerCase())) {
    throw methodNotAllowed(['POST'], `GET /traces/${text} is not supported.`);
  }
  return parseTraceIdOr400(text, INVALID_TRACE_ID);
}
