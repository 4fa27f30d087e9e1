import { methodNotAllowed, type Route } from '@spanhouse/service-runtime';
import type { WholeTrace } from '@spanhouse/trace-store/reader';
import { holdBack } from './hold-back.js';
import { writeTrace } from './list-shapes.js';
import { INVALID_TRACE_ID, parseTraceIdOr400 } from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { piecesOf } from './write-answer.js';

export function getTrace(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: ({ params }) => parseTraceId(params['trace_id']),
    answer(trace_id, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids: [trace_id] };
      const traces = reader.streamFoundTraces(found, { signal, deadline: 'each' });
      return holdBack(writeOnly(traces), costs);
    },
  });
  return { method: 'GET', path: '/traces/:trace_id', mirrored: true, handler };
}

async function* writeOnly(traces: AsyncIterable<readonly WholeTrace[]>): AsyncGenerator<string> {
  for await (const [trace] of traces) {
    if (trace === undefined) continue;
    yield '{"count":1,"trace":';
    yield* piecesOf(writeTrace(trace));
    yield '}';
    return;
  }
  yield '{"count":0}';
}

/** Routes of their own under POST, which a GET would otherwise take for ids. */
const RESERVED_WORDS = ['query', 'ingest'];

function parseTraceId(text = ''): string {
  if (RESERVED_WORDS.includes(text.toLowerCase())) {
    throw methodNotAllowed(['POST'], `GET /traces/${text} is not supported.`);
  }
  return parseTraceIdOr400(text, INVALID_TRACE_ID);
}
