import { isJsonObject, type JsonObject, type SimpleTraceEdit } from '@spanhouse/span-schema';
import { toSpanLinks } from './accept-simple-trace.js';

/** Groups of `ag` that an edit replaces completely. */
const groups = ['data', 'tags', 'meta'] as const;

/**
 * Applies an edit to a span in the form that the API returns, so that the edited span can be ingested again (see
 * docs/api/annotations.md). Removes the unsupported values of each group that is replaced.
 */
export function editSimpleTrace(span: JsonObject, edit: SimpleTraceEdit): void {
  const ag = objectAt(objectAt(span, 'attributes'), 'ag');
  const unsupported = objectAt(ag, 'unsupported');
  for (const group of groups) {
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
    delete span['hashes']; // The hashes no longer apply, because they were computed from the replaced members.
  }
}

/** Returns the object at `parent[name]`, and creates it if it is absent. */
function objectAt(parent: JsonObject, name: string): JsonObject {
  const known = Object.hasOwn(parent, name) ? parent[name] : undefined;
  if (isJsonObject(known)) {
    return known;
  }
  const made: JsonObject = {};
  parent[name] = made;
  return made;
}
