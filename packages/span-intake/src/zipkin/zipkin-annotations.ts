import {
  isJsonObject,
  type JsonObject,
  parseInnerJson,
  type SpanEvent,
} from '@spanhouse/span-schema';
import { textIn } from '../request/span-members.js';
import { missingMember, wrongValue } from '../submission/span-fault.js';
import { parseMicroseconds } from './zipkin-times.js';

export function readAnnotation(annotation: JsonObject): SpanEvent {
  const { timestamp: input = null } = annotation;
  const value = textIn(annotation, 'value', 'invalid_event');
  if (value === undefined) {
    throw missingMember('invalid_event', ['value']);
  }
  const timestamp = parseMicroseconds(input);
  if (timestamp === undefined || timestamp === 0n) {
    throw wrongValue('invalid_event', { loc: ['timestamp'], input }, 'is not a usable time');
  }
  return { ...namedIn(value), timestamp };
}

/** Matches an event with attributes in the notation of OpenTelemetry's Zipkin exporters for Go and Java. */
const goForm = /^([^{"].*?): (\{.*\})$/s;
const javaForm = /^"(.+?)":(\{.*\})$/s;

/** Splits the value of an annotation into an event name and attributes if an OpenTelemetry exporter wrote both. */
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

/** Reads an event of the form `{name: attributes}`, which the Python exporter writes. */
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
