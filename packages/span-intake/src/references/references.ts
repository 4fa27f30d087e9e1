import { type JsonObject, type SpanReference, withoutUndefined } from '@spanhouse/span-schema';

/** Builds the top-level list of references from canonical `ag.references` (see docs/api/ingest.md). */
export function listReferences(group: JsonObject): SpanReference[] {
  return Object.keys(group).map((key) => {
    return { ...identify(group[key] as SpanReference), attributes: { key } };
  });
}

/** Returns the members of a reference that identify its entity, without absent members. */
export function identify({ id, slug, version }: SpanReference) {
  return withoutUndefined({ id, slug, version });
}
