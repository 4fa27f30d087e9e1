import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DroppedSpan } from './dropped-span.js';
import type { Location, ProblemEntry } from './problem.js';
import type { SpanDraft } from './span-draft.js';
import type { SpanFault } from './span-fault.js';

/** Where a node stands in a nested body: in a container of spans, under a name, maybe in a list. */
export interface Place {
  /** The node above, or the way from the body to the trace. */
  above: Place | Location;
  name: string;
  /** In the list of that name, or -1. */
  index: number;
}

/** A span that was submitted in the nested form, or a container that was found faulty. */
export interface NestedSource {
  sent: JsonValue;
  place: Place | Location;
  inheritedParentId: string | undefined;
}

/** All that was submitted with one request, in the order of `links`. */
export interface Submission {
  entries: (SpanDraft | SpanFault)[];
  /** The members of `spans` themselves, position by position. */
  flat: readonly JsonValue[] | undefined;
  nested: readonly NestedSource[] | undefined;
}

/** What a span was sent as. */
export function sentEntry(submission: Submission, position: number): JsonValue {
  return submission.flat?.[position] ?? submission.nested?.[position]?.sent ?? null;
}

export function toDroppedSpan(
  submission: Submission,
  position: number,
  { code, message }: Pick<DroppedSpan, 'code' | 'message'>,
): DroppedSpan {
  const sent = sentEntry(submission, position);
  return {
    ...submittedIds(sent),
    ...(submission.flat === undefined
      ? { path: toPointer(locationOf(submission, position)) }
      : { index: position }),
    code,
    message,
  };
}

export function toProblemEntry(
  submission: Submission,
  position: number,
  fault: SpanFault,
): ProblemEntry {
  const entry = fault.toProblemEntry(locationOf(submission, position));
  return entry.type === 'missing'
    ? { ...entry, input: withoutChildren(sentEntry(submission, position)) }
    : entry;
}

function submittedIds(sent: JsonValue): { trace_id?: string; span_id?: string } {
  if (!isJsonObject(sent)) {
    return {};
  }
  const { trace_id: traceId, span_id: spanId } = sent;
  return {
    ...(typeof traceId === 'string' ? { trace_id: traceId } : {}),
    ...(typeof spanId === 'string' ? { span_id: spanId } : {}),
  };
}

function locationOf(submission: Submission, position: number): Location {
  const place = submission.nested?.[position]?.place;
  return place === undefined ? ['spans', position] : toLocation(place);
}

export function toLocation(place: Place | Location): Location {
  if (!('above' in place)) {
    return place;
  }
  const outer = [...toLocation(place.above), 'spans', place.name];
  return place.index === -1 ? outer : [...outer, place.index];
}

/** A JSON Pointer. */
function toPointer(location: Location): string {
  return location
    .map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`)
    .join('');
}

/** Children are reported themselves; repeating them in every parent would grow with the square of the depth. */
function withoutChildren(sent: JsonValue): JsonValue {
  if (!isJsonObject(sent) || sent['spans'] === undefined) {
    return sent;
  }
  const { spans: _children, ...members } = sent;
  return members as JsonObject;
}
