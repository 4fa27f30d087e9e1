import { isJsonObject, type JsonObject, type SimpleTraceEdit } from '@spanhouse/span-schema';
import { toSpanLinks } from './accept-simple-trace.js';

/** Groups of `ag` that an edit replaces as a whole. */
const GROUPS = ['data', 'tags', 'meta'] as const;

/**
 * Puts the members of an edit into a span as a read shows it, so that it can be taken in again (API:
 * "Simple traces"). What was put aside of a group goes with the group.
 */
export function editSimpleTrace(span: JsonObject, edit: SimpleTraceEdit): void {
  const ag = objectAt(objectAt(span, 'attributes'), 'ag');
  const unsupported = objectAt(ag, 'unsupported');
  for (const group of GROUPS) {
    const value = edit[group];
    if (value !== undefined) {
      ag[group] = value;
      delete unsupported[group];
    }
  }
  if (edit.references !== undefined) {
    const { selector, ...entries } = edit.references;
    ag['references'] = entries as JsonObject;
    ag['selector'] = selector ?? {};
    delete unsupported['references'];
    delete unsupported['selector'];
    delete span['references'];
  }
  if (edit.links !== undefined) {
    span['links'] = toSpanLinks(edit.links) as unknown as JsonObject[];
  }
  if (edit.references !== undefined || edit.links !== undefined) {
    delete span['hashes']; // of what they were
  }
}

/** The object that is this member; one is put there when there is none. */
function objectAt(parent: JsonObject, name: string): JsonObject {
  const known = Object.hasOwn(parent, name) ? parent[name] : undefined;
  if (isJsonObject(known)) {
    return known;
  }
  const made: JsonObject = {};
  parent[name] = made;
  return made;
}
