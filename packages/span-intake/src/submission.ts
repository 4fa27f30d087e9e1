import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DroppedSpan } from './dropped-span.js';
import type { Location, ProblemEntry } from './problem.js';
import type { SpanDraft } from './span-draft.js';
import { SpanFault } from './span-fault.js';

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

/** A fault, what it was found in, and where that stands below the body. */
export interface PlacedFault {
  fault: SpanFault;
  sent: JsonValue;
  /** `undefined` once the locations of the request have grown beyond all measure. */
  location: Location | undefined;
}

/**
 * Locations repeat the names of all enclosing nodes: without a bound, the list of a 16 MiB body with one long
 * name and many faults below it would not fit into memory.
 */
const LOCATION_CHARACTERS_PER_REQUEST = 16_777_216;

export function placeFaults<Entry>(
  submission: Submission,
  describe: (placed: PlacedFault) => Entry,
): Entry[] {
  const described: Entry[] = [];
  let charactersLeft = LOCATION_CHARACTERS_PER_REQUEST;
  submission.entries.forEach((fault, position) => {
    if (fault instanceof SpanFault) {
      const location = charactersLeft > 0 ? locationOf(submission, position) : undefined;
      charactersLeft -= lengthOf(location ?? []);
      described.push(describe({ fault, sent: sentEntry(submission, position), location }));
    }
  });
  return described;
}

export function toDroppedSpan({ fault, sent, location }: PlacedFault): DroppedSpan {
  return {
    ...submittedIds(sent),
    ...(location === undefined ? {} : toPosition(location)),
    code: fault.code,
    message: fault.message,
  };
}

/** The input of a missing member is the object that lacks it. */
export function toProblemEntry({ fault, sent, location = [] }: PlacedFault): ProblemEntry {
  const entry = fault.toProblemEntry(location);
  if (entry.type !== 'missing') {
    return entry;
  }
  const holder = entry.loc.slice(1 + location.length, -1);
  return { ...entry, input: withoutChildren(valueAt(sent, holder)) };
}

function valueAt(sent: JsonValue, path: Location): JsonValue {
  return path.reduce<JsonValue>(
    (value, step) => (value as Readonly<Record<string | number, JsonValue>> | null)?.[step] ?? null,
    sent,
  );
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

/** The position in `spans`; in the nested form a JSON Pointer. */
function toPosition(location: Location): { index: number } | { path: string } {
  const [container, position] = location;
  if (container === 'spans' && typeof position === 'number') {
    return { index: position };
  }
  const steps = location.map((step) => String(step).replaceAll('~', '~0').replaceAll('/', '~1'));
  return { path: `/${steps.join('/')}` };
}

function lengthOf(location: Location): number {
  return location.reduce<number>((length, step) => length + String(step).length + 1, 0);
}

/** Children are reported themselves; repeating them in every parent would grow with the square of the depth. */
function withoutChildren(sent: JsonValue): JsonValue {
  if (!isJsonObject(sent) || sent['spans'] === undefined) {
    return sent;
  }
  const { spans: _children, ...members } = sent;
  return members as JsonObject;
}
