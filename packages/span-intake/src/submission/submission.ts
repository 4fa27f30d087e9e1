import type { Location, ValidationDetail } from '@spanhouse/span-schema';
import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  withoutUndefined,
} from '@spanhouse/span-schema';
import { withService } from './dropped-service.js';
import type { DroppedSpan } from './dropped-span.js';
import type { SpanDraft } from './span-draft.js';
import { SpanFault } from './span-fault.js';

/**
 * The position of a node in a nested body: its container, its name in the container, and its index if the container has
 * a list under that name.
 */
export interface NodePosition {
  /** The position of the enclosing node, or the path from the body to the trace. */
  above: NodePosition | Location;
  name: string;
  /** The index in the list; -1 if there is no list under the name. */
  index: number;
}

/** The source of a span in the nested form, or of a faulty container of spans. */
export interface NestedSource {
  sent: JsonValue;
  position: NodePosition | Location;
  inheritedParentId: string | undefined;
}

/** The entries of one JSON request, in the order of the response's `links`. */
export interface Submission {
  entries: (SpanDraft | SpanFault)[];
  /** The original members of `spans`, in the order of `entries`; `undefined` in the nested form. */
  flat: readonly JsonValue[] | undefined;
  /** The sources of `entries`, in the same order; `undefined` in the flat form. */
  nested: readonly NestedSource[] | undefined;
}

/** Returns the JSON of a submitted span. */
export function sentEntry(submission: Submission, position: number): JsonValue {
  return submission.flat?.[position] ?? submission.nested?.[position]?.sent ?? null;
}

/** A fault, the value that contains it, and the location of that value in the body. */
export interface LocatedFault {
  fault: SpanFault;
  sent: JsonValue;
  /** The path in the body; `undefined` once the request's locations exceed LOCATION_CHARACTERS_PER_REQUEST. */
  location: Location | undefined;
}

/**
 * Maximum total number of characters in the fault locations of a request. The limit is needed because a location
 * repeats the names of all enclosing nodes, so many faults below one long name could fill the memory.
 */
const LOCATION_CHARACTERS_PER_REQUEST = 16_777_216;

/** Locates each fault of a submission, in the order of the submitted spans. */
export function locateFaults<Entry>(
  submission: Submission,
  describe: (located: LocatedFault) => Entry,
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

/** Returns the entry in the `dropped` list for a fault. */
export function toDroppedSpan({ fault, sent, location }: LocatedFault): DroppedSpan {
  const dropped = {
    ...submittedIds(sent),
    ...(location === undefined ? {} : toPosition(location)),
    code: fault.code,
    message: fault.message,
  };
  return withService(dropped, isJsonObject(sent) ? sent['resource'] : undefined);
}

/** Returns the 422 entry for a fault. If a member is missing, the entry shows the object that lacks the member. */
export function toProblemEntry({ fault, sent, location = [] }: LocatedFault): ValidationDetail {
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
  return withoutUndefined({
    trace_id: typeof traceId === 'string' ? traceId : undefined,
    span_id: typeof spanId === 'string' ? spanId : undefined,
  });
}

function locationOf(submission: Submission, position: number): Location {
  const source = submission.nested?.[position];
  return source === undefined ? ['spans', position] : toLocation(source.position);
}

/** Returns the path from the body to a node. */
export function toLocation(position: NodePosition | Location): Location {
  if (!('above' in position)) {
    return position;
  }
  const outer = [...toLocation(position.above), 'spans', position.name];
  return position.index === -1 ? outer : [...outer, position.index];
}

/** Returns the index in `spans`, or a JSON Pointer in the nested form. */
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

/**
 * Returns a node without its children. They are reported separately, and repeating them would make the size of the
 * response quadratic in the depth.
 */
function withoutChildren(sent: JsonValue): JsonValue {
  if (!isJsonObject(sent) || sent['spans'] === undefined) {
    return sent;
  }
  const { spans: _children, ...members } = sent;
  return members as JsonObject;
}
