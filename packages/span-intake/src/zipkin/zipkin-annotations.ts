import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseInnerJson,
  type SpanEvent,
} from '@spanhouse/span-schema';
import { missingMember, SpanFault, wrongType, wrongValue } from '../submission/span-fault.js';
import { parseMicroseconds } from './zipkin-times.js';

/** Reads annotations as events. */
export function readAnnotations(
  list: readonly JsonValue[] | undefined,
): SpanEvent[] | undefined | SpanFault {
  if (list === undefined || list.length === 0) {
    return undefined;
  }
  const events: SpanEvent[] = [];
  for (const annotation of list) {
    const event = readAnnotation(annotation);
    if (event instanceof SpanFault) {
      return event.within(['annotations', events.length]);
    }
    events.push(event);
  }
  return events;
}

function readAnnotation(annotation: JsonValue): SpanEvent | SpanFault {
  if (!isJsonObject(annotation)) {
    return wrongType('invalid_event', { loc: [], input: annotation }, 'object');
  }
  const { value = null, timestamp: input = null } = annotation;
  if (value === null) {
    return missingMember('invalid_event', ['value']);
  }
  if (typeof value !== 'string') {
    return wrongType('invalid_event', { loc: ['value'], input: value }, 'string');
  }
  const timestamp = parseMicroseconds(input);
  return timestamp === undefined || timestamp === 0n
    ? wrongValue('invalid_event', { loc: ['timestamp'], input }, 'is not a usable time')
    : { ...namedIn(value), timestamp };
}

/** Matches an event with attributes in the text form of OpenTelemetry's Zipkin exporters for Go and Java. */
const goForm = /^([^{"].*?): (\{.*\})$/s;
const javaForm = /^"(.+?)":(\{.*\})$/s;

/**
 * Splits the text of an annotation into the name of the event and its attributes, if an OpenTelemetry exporter wrote
 * both.
 */
function namedIn(text: string): Pick<SpanEvent, 'name' | 'attributes'> {
  if (!text.endsWith('}')) {
    return { name: text };
  }
  const [, name, json = ''] = goForm.exec(text) ?? javaForm.exec(text) ?? [];
  const attributes = objectIn(json);
  return name !== undefined && attributes !== undefined
    ? { name, attributes }
    : (onlyMemberOf(objectIn(text)) ?? { name: text });
}

/** Reads an event of the form `{name: attributes}`, which the exporter for Python writes. */
function onlyMemberOf(event: JsonObject | undefined) {
  const [[name, attributes] = [], ...more] = Object.entries(event ?? {});
  return name !== undefined && isJsonObject(attributes) && more.length === 0
    ? { name, attributes }
    : undefined;
}

function objectIn(text: string): JsonObject | undefined {
  const parsed = parseInnerJson(text);
  return parsed.status === 'parsed' && isJsonObject(parsed.value) ? parsed.value : undefined;
}
