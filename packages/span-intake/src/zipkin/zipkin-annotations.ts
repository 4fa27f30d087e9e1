import { isJsonObject, type JsonValue, type SpanEvent } from '@spanhouse/span-schema';
import { missingMember, SpanFault, wrongType, wrongValue } from '../submission/span-fault.js';
import { parseMicroseconds } from './zipkin-times.js';

/** Reads annotations as events without attributes. */
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
  const { value: name = null, timestamp: input = null } = annotation;
  if (name === null) {
    return missingMember('invalid_event', ['value']);
  }
  if (typeof name !== 'string') {
    return wrongType('invalid_event', { loc: ['value'], input: name }, 'string');
  }
  const timestamp = parseMicroseconds(input);
  return timestamp === undefined || timestamp === 0n
    ? wrongValue('invalid_event', { loc: ['timestamp'], input }, 'is not a usable time')
    : { name, timestamp };
}
