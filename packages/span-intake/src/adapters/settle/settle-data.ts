import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type AgKey, completionKey, isAtOrBelow, promptKey, spanType } from '../ag-key.js';
import { parseEmbeddedJson } from '../embedded-json.js';
import type { MappedValues } from '../mapped-values.js';
import { hasSameContent } from '../messages/same-content.js';

const inputs: AgKey = 'ag.data.inputs';
const outputs: AgKey = 'ag.data.outputs';

/**
 * Resolves collisions between a value for the whole of `inputs` or `outputs` and values for single members. Members
 * win. A whole value that has more content than the members is kept under `raw`. An input that is not an object becomes
 * `{value}`.
 */
export function settleData(mapped: MappedValues, attributes: Readonly<JsonObject>): void {
  const input = mapped.get(inputs);
  if (input !== undefined) {
    settleWhole(mapped, attributes, { slot: inputs, messages: promptKey, whole: objectIn(input) });
  }
  const output = mapped.get(outputs);
  if (output !== undefined) {
    settleWhole(mapped, attributes, { slot: outputs, messages: completionKey, whole: output });
  }
}

interface Slot {
  readonly slot: AgKey;
  readonly messages: AgKey;
  /** The value that was mapped to the whole slot. */
  readonly whole: JsonValue;
}

function settleWhole(
  mapped: MappedValues,
  attributes: Readonly<JsonObject>,
  { slot, messages, whole }: Slot,
): void {
  if (isTaken(attributes, slot)) {
    mapped.delete(slot);
    return;
  }
  const members = membersOf(mapped, slot);
  if (members === undefined) {
    mapped.set(slot, slot === outputs || isJsonObject(whole) ? whole : { value: whole });
    return;
  }
  mapped.delete(slot);
  const type = mapped.get(spanType);
  const kind = type === 'chat' || type === 'completion' ? 'call' : 'other';
  const raw = parseEmbeddedJson(whole);
  if (isBlank(raw) || hasSameContent(raw, members, kind)) {
    return;
  }
  const isJoinable =
    !mapped.hasAtOrBelow(messages) && isJsonObject(whole) && areApart(whole, members);
  mapped.set(isJoinable ? slot : (`${slot}.raw` as AgKey), whole);
}

/** Reports whether the producer sends its own `ag` values in a slot. These values win. */
function isTaken(attributes: Readonly<JsonObject>, slot: AgKey): boolean {
  for (const key in attributes) {
    if (isAtOrBelow(key, slot)) {
      return true;
    }
  }
  return false;
}

/** Returns the values below a slot, keyed by their paths relative to the slot. */
function membersOf(mapped: MappedValues, slot: AgKey): JsonObject | undefined {
  let members: JsonObject | undefined;
  for (const [rest, value] of mapped.below(slot)) {
    members ??= {};
    members[rest] = value;
  }
  return members;
}

/** Reports whether the object and the mapped members have no names in common. */
function areApart(whole: JsonObject, members: JsonObject): boolean {
  return Object.keys(members).every(
    (path) => !Object.hasOwn(whole, path.split('.', 1)[0] as string),
  );
}

function isBlank(value: JsonValue): boolean {
  return value === null || value === '';
}

/** Returns the object in a JSON text, or else the value itself. */
function objectIn(value: JsonValue): JsonValue {
  const parsed = parseEmbeddedJson(value);
  return isJsonObject(parsed) ? parsed : value;
}
