import { badRequest, type HttpRequest, type Route } from '@spanhouse/service-runtime';
import { lookUpTraces } from '../query/look-up-traces.js';
import { TRACE_LIST } from './list-shapes.js';
import { INVALID_TRACE_ID, idTexts, parseTraceIdOr400, refuseTooMany } from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeList } from './write-answer.js';

export function getTraces(services: QueryServices): Route {
  const handler = createReadHandler(services, {
    kind: 'look_up',
    parse: parseTraceIds,
    answer(trace_ids, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids };
      const traces = lookUpTraces(reader, found, signal);
      return writeList(traces, TRACE_LIST, costs);
    },
  });
  return { method: 'GET', path: '/traces/', mirrored: true, handler };
}

function parseTraceIds(req: HttpRequest): readonly string[] {
  const texts = idTexts(req, 'trace_id');
  if (texts.length === 0) {
    throw badRequest('At least one trace_id query parameter is required.');
  }
  refuseTooMany(texts);
  return [...new Set(texts.map((text) => parseTraceIdOr400(text, INVALID_TRACE_ID)))];
}
