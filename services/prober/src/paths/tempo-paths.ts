import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { askJson, type HttpClient } from '../http/http-client.js';
import { compareCount, compareSpans, type Sighting } from '../probe/compare-spans.js';
import { type ProbeTrace, probeIdKey } from '../probe/probe-trace.js';
import {
  factOfEvent,
  factOfTime,
  factsOf,
  type SeenSpan,
  type Shown,
  seenSpan,
} from '../probe/span-facts.js';
import { integerIn, objectIn, objectsIn, optionalText, textIn } from './json-shape.js';
import { rangeOf } from './probe-selection.js';
import { pathOf, type ReadPath } from './read-path.js';

const MS_PER_SECOND = 1000;
const traceShown: Shown = { times: 'nanoseconds', values: 'typed' };
/** Precision of a search, whose results contain only a few facts about each span. */
const searchShown: Shown = {
  ...traceShown,
  only: ['trace_id', 'span_name', 'start_time', 'end_time'],
};

/** Creates the paths of Grafana Tempo's read API: a trace by id, and a search by TraceQL. */
export function createTempoPaths(client: HttpClient): readonly ReadPath[] {
  return [
    pathOf('tempo_trace', async ({ trace }, signal) => {
      const path = `/tempo/api/v2/traces/${trace.trace_id}`;
      const answer = objectIn(await askJson(client, { path }, signal), 'the answer');
      return compareSpans(trace, readTrace(answer['trace']), traceShown);
    }),
    pathOf('tempo_search', async ({ trace }, signal) => {
      const answer = await askJson(client, { path: searchPath(trace) }, signal);
      return compareEntries(trace, objectsIn(objectIn(answer, 'the answer')['traces'], 'traces'));
    }),
  ];
}

function searchPath(trace: ProbeTrace): string {
  const { fromMs, toMs } = rangeOf(trace);
  const parameters = new URLSearchParams({
    q: `{ span.${probeIdKey} = "${trace.id}" }`,
    start: String(Math.floor(fromMs / MS_PER_SECOND)),
    end: String(Math.ceil(toMs / MS_PER_SECOND)),
    spss: String(2 * trace.spans.length),
  });
  return `/tempo/api/search?${parameters}`;
}

function compareEntries(trace: ProbeTrace, entries: readonly JsonObject[]): Sighting {
  const seen = entries.flatMap(({ traceID, spanSets }) => {
    const trace_id = textIn(traceID, 'traceID').padStart(32, '0');
    return objectsIn(spanSets, 'spanSets').flatMap(({ spans }) =>
      objectsIn(spans, 'spans').map((span) => readFound(span, trace_id)),
    );
  });
  const sighting = compareSpans(trace, seen, searchShown);
  const matched = entries
    .flatMap(({ spanSets }) => objectsIn(spanSets, 'spanSets'))
    .reduce((sum, set) => sum + Number(integerIn(set['matched'], 'matched')), 0);
  return sighting.status === 'whole'
    ? compareCount('matched', trace.spans.length, matched)
    : sighting;
}

function readFound(span: JsonObject, trace_id: string): SeenSpan {
  const start = integerIn(span['startTimeUnixNano'], 'startTimeUnixNano');
  const end = start + integerIn(span['durationNanos'] ?? '0', 'durationNanos');
  return {
    span_id: textIn(span['spanID'], 'spanID').padStart(16, '0'),
    facts: factsOf({
      trace_id,
      span_name: optionalText(span['name'], 'name'),
      start_time: factOfTime(start, searchShown),
      end_time: factOfTime(end, searchShown),
    }),
  };
}

function readTrace(trace: JsonValue | undefined): readonly SeenSpan[] {
  const resources = trace === undefined ? [] : objectIn(trace, 'trace')['resourceSpans'];
  return objectsIn(resources, 'resourceSpans').flatMap(({ resource, scopeSpans }) => {
    const service = readAttributes(objectIn(resource ?? {}, 'resource')).get('service.name');
    return objectsIn(scopeSpans, 'scopeSpans').flatMap(({ spans }) =>
      objectsIn(spans, 'spans').map((span) => readSpan(span, String(service))),
    );
  });
}

function readSpan(span: JsonObject, service: string): SeenSpan {
  const status = objectIn(span['status'] ?? {}, 'status');
  const events = objectsIn(span['events'], 'events').map((event) =>
    factOfEvent(
      textIn(event['name'], 'name'),
      integerIn(event['timeUnixNano'], 'timeUnixNano'),
      traceShown,
    ),
  );
  const time = (name: string) => factOfTime(integerIn(span[name], name), traceShown);
  return seenSpan(
    {
      span_id: hexOf(textIn(span['spanId'], 'spanId')),
      trace_id: hexOf(textIn(span['traceId'], 'traceId')),
      parent_id: hexOf(optionalText(span['parentSpanId'], 'parentSpanId') ?? ''),
      span_name: optionalText(span['name'], 'name'),
      span_kind: optionalText(span['kind'], 'kind'),
      start_time: time('startTimeUnixNano'),
      end_time: time('endTimeUnixNano'),
      status_code: optionalText(status['code'], 'status.code'),
      status_message: optionalText(status['message'], 'status.message'),
      service,
      event: events.join(', '),
    },
    readAttributes(span),
    traceShown,
  );
}

function readAttributes(owner: JsonObject): ReadonlyMap<string, unknown> {
  return new Map(
    objectsIn(owner['attributes'], 'attributes').map(({ key, value }) => [
      textIn(key, 'key'),
      readValue(value),
    ]),
  );
}

/** Reads a value. A value of an unknown type remains an object, which never equals a value of a probe. */
function readValue(value: JsonValue | undefined): unknown {
  if (!isJsonObject(value)) {
    return value;
  }
  const { stringValue, boolValue, intValue, doubleValue } = value;
  if (intValue !== undefined) {
    return integerIn(intValue, 'intValue');
  }
  return stringValue ?? boolValue ?? doubleValue ?? value;
}

function hexOf(base64: string): string {
  return Buffer.from(base64, 'base64').toString('hex');
}
