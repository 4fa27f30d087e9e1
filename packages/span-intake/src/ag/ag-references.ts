import { isSlug, type JsonObject, type JsonValue, parseUuid } from '@spanhouse/span-schema';
import { compareReferenceKeys, isReferenceKey } from '../references/reference-keys.js';
import { type AgParts, isEmpty, moveAside, objectOrAside } from './ag-parts.js';

/** Reads `ag.references` and its alias `ag.refs` into `parts.references`, in the documented order of the keys. */
export function readReferences(
  parts: AgParts,
  references: JsonValue | undefined,
  refs: JsonValue | undefined,
): void {
  const entries = new Map<string, JsonObject>();
  readGroup(parts, entries, { name: 'references', value: references ?? null });
  readGroup(parts, entries, { name: 'refs', value: refs ?? null });
  if (entries.size === 0) {
    return;
  }
  const group: JsonObject = {};
  for (const key of [...entries.keys()].sort(compareReferenceKeys)) {
    group[key] = entries.get(key) ?? {};
  }
  parts.references = group;
}

function readGroup(
  parts: AgParts,
  entries: Map<string, JsonObject>,
  { name, value }: { name: string; value: JsonValue },
): void {
  const group = objectOrAside(parts, [name], value) ?? {};
  for (const key of Object.keys(group)) {
    const path = [name, key];
    const member = group[key] as JsonValue;
    if (!isReferenceKey(key) || entries.has(key)) {
      moveAside(parts, path, member);
      continue;
    }
    const entry = objectOrAside(parts, path, member);
    const reference = entry && readReference(parts, path, entry);
    if (reference !== undefined) {
      entries.set(key, reference);
    }
  }
}

/** Reads one reference. Returns `undefined` if all of its values were moved aside. */
function readReference(
  parts: AgParts,
  path: readonly string[],
  entry: JsonObject,
): JsonObject | undefined {
  const reference: JsonObject = {};
  for (const key of Object.keys(entry)) {
    const value = entry[key] as JsonValue;
    const text = readMember(key, value);
    if (text !== undefined) {
      reference[key] = text;
    } else if (value !== null || !isMember(key)) {
      moveAside(parts, [...path, key], value);
    }
  }
  return isEmpty(reference) && !isAbsentOnly(entry) ? undefined : reference;
}

function readMember(key: string, value: JsonValue): string | undefined {
  switch (key) {
    case 'id':
      return parseUuid(value);
    case 'slug':
      return typeof value === 'string' && isSlug(value) ? value : undefined;
    case 'version':
      return readVersion(value);
    default:
      return undefined;
  }
}

function readVersion(value: JsonValue): string | undefined {
  if (typeof value === 'number' || typeof value === 'bigint') {
    return String(value);
  }
  return typeof value === 'string' ? value : undefined;
}

function isMember(key: string): boolean {
  return key === 'id' || key === 'slug' || key === 'version';
}

/**
 * Reports whether an entry was sent without any value. Such an entry is kept, unlike an entry whose values are all
 * invalid.
 */
function isAbsentOnly(entry: JsonObject): boolean {
  return Object.keys(entry).every((key) => isMember(key) && entry[key] === null);
}
