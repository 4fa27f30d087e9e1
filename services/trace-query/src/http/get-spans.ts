import { badRequest, type HttpRequest, type Route } from '@spanhouse/service-runtime';
import { SPAN_LIST } from './list-shapes.js';
import {
  INVALID_SPAN_LOOK_UP,
  idTexts,
  parseSpanIdOr400,
  parseTraceIdOr400,
  refuseTooMany,
} from './parse-ids.js';
import type { QueryServices } from './query-services.js';
import { createReadHandler } from './read-handler.js';
import { writeList } from './write-answer.js';

interface SpanIds {
  readonly trace_ids: readonly string[] | undefined;
  readonly span_ids: readonly string[] | undefined;
}

export function getSpans(services: QueryServices): Route {
  const handler = createReadHandler<SpanIds>(services, {
    kind: 'look_up',
    parse: parseSpanIds,
    answer(ids, { principal, signal, reader, costs }) {
      const found = { project_id: principal.project_id, ...ids };
      const spans = reader.streamFoundSpans(found, { signal, deadline: 'shared' });
      return writeList(spans, SPAN_LIST, costs);
    },
  });
  return { method: 'GET', path: '/spans/', mirrored: true, handler };
}

function parseSpanIds(req: HttpRequest): SpanIds {
  const traceTexts = idTexts(req, 'trace_id');
  const spanTexts = idTexts(req, 'span_id');
  if (traceTexts.length + spanTexts.length === 0) {
    throw badRequest('At least one trace_id or span_id query parameter is required.');
  }
  refuseTooMany(traceTexts, spanTexts);
  const traceIds = traceTexts.map((text) => parseTraceIdOr400(text, INVALID_SPAN_LOOK_UP));
  const spanIds = spanTexts.map((text) => parseSpanIdOr400(text, INVALID_SPAN_LOOK_UP));
  return { trace_ids: distinct(traceIds), span_ids: distinct(spanIds) };
}

/** undefined for none: that side then does not select. */
function distinct(ids: readonly string[]): readonly string[] | undefined {
  return ids.length === 0 ? undefined : [...new Set(ids)];
}
