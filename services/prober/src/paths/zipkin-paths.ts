import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { HttpClient } from '../http/http-client.js';
import { RequestFailure } from '../http/request-failure.js';
import { compareSpans } from '../probe/compare-spans.js';
import { type ProbeTrace, probeIdKey, probeService } from '../probe/probe-trace.js';
import { type SeenSpan, type Shown, seenSpan } from '../probe/span-facts.js';
import { integerIn, objectIn, objectsIn, optionalText, textIn } from './json-shape.js';
import { rangeOf } from './probe-selection.js';
import { lookAt, pathOf, type ReadPath } from './read-path.js';

const shown: Shown = { times: 'microseconds', values: 'text' };

/** Creates the paths of Zipkin's read API: a trace by id, and a search by service and tag. */
export function createZipkinPaths(client: HttpClient): readonly ReadPath[] {
  const byId = ({ trace_id }: ProbeTrace) => `/zipkin/api/v2/trace/${trace_id}`;
  const compare = (trace: ProbeTrace, spans: readonly JsonObject[]) =>
    compareSpans(trace, spans.map(readSpan), shown);
  return [
    pathOf(
      'zipkin_trace',
      lookAt(client, byId, (trace, answer) => compare(trace, objectsIn(answer, 'the trace'))),
    ),
    pathOf(
      'zipkin_search',
      lookAt(client, searchPath, (trace, answer) =>
        compare(
          trace,
          listIn(answer).flatMap((found) => objectsIn(found, 'a trace')),
        ),
      ),
    ),
  ];
}

function searchPath(trace: ProbeTrace): string {
  const { fromMs, toMs } = rangeOf(trace);
  const parameters = new URLSearchParams({
    serviceName: probeService,
    annotationQuery: `${probeIdKey}=${trace.id}`,
    endTs: String(toMs),
    lookback: String(toMs - fromMs),
  });
  return `/zipkin/api/v2/traces?${parameters}`;
}

function listIn(answer: JsonValue): readonly JsonValue[] {
  if (!Array.isArray(answer)) {
    throw new RequestFailure('unreadable', 'the answer is not a list');
  }
  return answer;
}

function readSpan(span: JsonObject): SeenSpan {
  const tags = objectIn(span['tags'] ?? {}, 'tags');
  const endpoint = objectIn(span['localEndpoint'] ?? {}, 'localEndpoint');
  const start = integerIn(span['timestamp'], 'timestamp');
  const duration = integerIn(span['duration'], 'duration');
  const status = optionalText(tags['otel.status_code'], 'otel.status_code');
  return seenSpan(
    {
      span_id: textIn(span['id'], 'id'),
      trace_id: textIn(span['traceId'], 'traceId').padStart(32, '0'),
      parent_id: optionalText(span['parentId'], 'parentId'),
      span_name: optionalText(span['name'], 'name'),
      span_kind: `SPAN_KIND_${optionalText(span['kind'], 'kind') ?? 'INTERNAL'}`,
      start_time: String(start),
      end_time: String(start + duration),
      status_code: status && `STATUS_CODE_${status}`,
      status_message: optionalText(tags['otel.status_description'], 'otel.status_description'),
      service: optionalText(endpoint['serviceName'], 'serviceName'),
      event: objectsIn(span['annotations'], 'annotations').map(readAnnotation).join(', '),
    },
    Object.entries(tags),
    shown,
  );
}

function readAnnotation({ value, timestamp }: JsonObject): string {
  return `${textIn(value, 'value')} at ${integerIn(timestamp, 'timestamp')}`;
}
