import { badRequest, type HttpRequest, type Route } from '@spanhouse/api-kit';
import { listAnswer } from '../http/list-answer.js';
import { traceList } from '../http/list-shapes.js';
import { type ReadServices, readRoute } from '../http/read-handler.js';
import {
  idTexts,
  invalidTraceId,
  parseTraceIdOr400,
  refuseTooMany,
} from '../requests/parse-ids.js';
import { lookUpTraces } from './look-up-traces.js';

/** Answers traces by their ids; see docs/api/spans-and-traces.md. */
export function getTraces(services: ReadServices): Route {
  return readRoute(services, 'GET /traces/', {
    kind: 'look_up',
    parse: parseTraceIds,
    answer(trace_ids, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, trace_ids };
      const traces = lookUpTraces(reader, found, signal);
      return listAnswer(traces, traceList, costs);
    },
  });
}

function parseTraceIds(req: HttpRequest): readonly string[] {
  const texts = idTexts(req, 'trace_id');
  if (texts.length === 0) {
    throw badRequest('At least one trace_id query parameter is required.');
  }
  refuseTooMany(texts);
  return [...new Set(texts.map((text) => parseTraceIdOr400(text, invalidTraceId)))];
}
