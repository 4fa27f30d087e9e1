import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import type { HttpClient } from '../http/http-client.js';
import { compareSpans, type Sighting } from '../probe/compare-spans.js';
import { type ProbeTrace, probeIdKey, probeService } from '../probe/probe-trace.js';
import { type SeenSpan, type Shown, seenSpan } from '../probe/span-facts.js';
import { integerIn, objectIn, objectsIn, optionalText, textIn } from './json-shape.js';
import { rangeOf } from './probe-selection.js';
import { lookAt, pathOf, type ReadPath } from './read-path.js';

const shown: Shown = { times: 'microseconds', values: 'typed' };
const US_PER_MS = 1000;

/** Creates the paths of Jaeger's read API, version 1: a trace by id, and a search by service and tag. */
export function createJaegerPaths(client: HttpClient): readonly ReadPath[] {
  const byId = ({ trace_id }: ProbeTrace) => `/jaeger/api/traces/${trace_id}`;
  return [
    pathOf('jaeger_trace', lookAt(client, byId, compareTraces)),
    pathOf('jaeger_search', lookAt(client, searchPath, compareTraces)),
  ];
}

function searchPath(trace: ProbeTrace): string {
  const { fromMs, toMs } = rangeOf(trace);
  const parameters = new URLSearchParams({
    service: probeService,
    tags: JSON.stringify({ [probeIdKey]: trace.id }),
    start: String(fromMs * US_PER_MS),
    end: String(toMs * US_PER_MS),
  });
  return `/jaeger/api/traces?${parameters}`;
}

function compareTraces(trace: ProbeTrace, answer: JsonValue): Sighting {
  const seen = objectsIn(objectIn(answer, 'the answer')['data'], 'data').flatMap((found) => {
    const processes = objectIn(found['processes'] ?? {}, 'processes');
    return objectsIn(found['spans'], 'spans').map((span) => readSpan(span, processes));
  });
  return compareSpans(trace, seen, shown);
}

function readSpan(span: JsonObject, processes: JsonObject): SeenSpan {
  const tags = readTags(span['tags']);
  const process = objectIn(processes[textIn(span['processID'], 'processID')], 'process');
  const parent = objectsIn(span['references'], 'references').find(
    ({ refType }) => refType === 'CHILD_OF',
  );
  const start = integerIn(span['startTime'], 'startTime');
  const duration = integerIn(span['duration'], 'duration');
  return seenSpan(
    {
      span_id: textIn(span['spanID'], 'spanID').padStart(16, '0'),
      trace_id: textIn(span['traceID'], 'traceID').padStart(32, '0'),
      parent_id: optionalText(parent?.['spanID'], 'references.spanID'),
      span_name: optionalText(span['operationName'], 'operationName'),
      span_kind: `SPAN_KIND_${String(tags.get('span.kind')).toUpperCase()}`,
      start_time: String(start),
      end_time: String(start + duration),
      status_code: `STATUS_CODE_${String(tags.get('otel.status_code'))}`,
      status_message: optionalTag(tags.get('otel.status_description')),
      service: optionalText(process['serviceName'], 'serviceName'),
      event: objectsIn(span['logs'], 'logs').map(readLog).join(', '),
    },
    tags,
    shown,
  );
}

function readLog(log: JsonObject): string {
  const name = readTags(log['fields']).get('event');
  return `${String(name)} at ${integerIn(log['timestamp'], 'timestamp')}`;
}

function readTags(list: JsonValue | undefined): ReadonlyMap<string, unknown> {
  return new Map(
    objectsIn(list, 'tags').map(({ key, type, value }) => [
      textIn(key, 'key'),
      type === 'int64' ? integerIn(value, 'value') : value,
    ]),
  );
}

function optionalTag(value: unknown): string | undefined {
  return value === undefined ? undefined : String(value);
}
