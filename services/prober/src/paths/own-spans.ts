import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import {
  factOfEvent,
  factOfTime,
  type SeenSpan,
  type Shown,
  seenSpan,
} from '../probe/span-facts.js';
import { objectIn, objectsIn, optionalText, textIn } from './json-shape.js';

/** Precision of Spanhouse's own API, which shows everything exactly as it was sent. */
export const ownShown: Shown = { times: 'nanoseconds', values: 'typed' };

const isoTime = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,9}))?Z$/;
const NS_PER_MS = 1_000_000n;

/** Reads a span from Spanhouse's own API. */
export function readOwnSpan(span: JsonObject): SeenSpan {
  const resource = span['resource'] === undefined ? {} : objectIn(span['resource'], 'resource');
  const attributes = objectIn(resource['attributes'] ?? {}, 'resource.attributes');
  const [event, ...others] = objectsIn(span['events'], 'events').map(readEvent);
  return seenSpan(
    {
      span_id: textIn(span['span_id'], 'span_id'),
      trace_id: optionalText(span['trace_id'], 'trace_id'),
      parent_id: optionalText(span['parent_id'], 'parent_id'),
      span_name: optionalText(span['span_name'], 'span_name'),
      span_kind: optionalText(span['span_kind'], 'span_kind'),
      start_time: readTime(span['start_time'], 'start_time'),
      end_time: readTime(span['end_time'], 'end_time'),
      status_code: optionalText(span['status_code'], 'status_code'),
      status_message: optionalText(span['status_message'], 'status_message'),
      service: optionalText(attributes['service.name'], 'service.name'),
      event: others.length === 0 ? event : [event, ...others].join(', '),
    },
    flatten(objectIn(span['attributes'] ?? {}, 'attributes')),
    ownShown,
  );
}

/** Reads the nodes of a tree, including all descendants. */
export function readOwnTree(level: JsonValue | undefined): readonly SeenSpan[] {
  if (level === undefined) {
    return [];
  }
  return Object.values(objectIn(level, 'spans')).flatMap((entry) => {
    const nodes = Array.isArray(entry) ? entry : [entry];
    return nodes.flatMap((value) => {
      const node = objectIn(value, 'spans');
      return [readOwnSpan(node), ...readOwnTree(node['spans'])];
    });
  });
}

function readEvent(event: JsonObject): string {
  const timestamp = nanosecondsOf(textIn(event['timestamp'], 'timestamp'));
  return factOfEvent(textIn(event['name'], 'name'), timestamp, ownShown);
}

function readTime(value: JsonValue | undefined, name: string): string | undefined {
  const text = optionalText(value, name);
  return text === undefined ? undefined : factOfTime(nanosecondsOf(text), ownShown);
}

/** Parses a time. An unreadable string becomes a time that no probe uses. */
function nanosecondsOf(text: string): bigint {
  const [, second, fraction = ''] = isoTime.exec(text) ?? [];
  if (second === undefined) {
    return -1n;
  }
  return BigInt(Date.parse(`${second}Z`)) * NS_PER_MS + BigInt(fraction.padEnd(9, '0'));
}

/** Joins the keys of nested objects with dots, which reverses the nesting of dotted keys. */
function* flatten(object: JsonObject, prefix = ''): Generator<readonly [string, JsonValue]> {
  for (const [key, value] of Object.entries(object)) {
    if (isJsonObject(value)) {
      yield* flatten(value, `${prefix}${key}.`);
    } else {
      yield [`${prefix}${key}`, value];
    }
  }
}
