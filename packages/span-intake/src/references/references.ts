import type { JsonObject, JsonValue, SpanReference } from '@spanhouse/span-schema';

/** Builds the top-level list of references from canonical `ag.references` (see docs/api/ingest.md). */
export function listReferences(group: JsonObject): SpanReference[] {
  return Object.keys(group).map((key) => {
    const { id, slug, version } = group[key] as JsonObject;
    return { ...identify({ id, slug, version }), attributes: { key } };
  });
}

/** Returns the identifying members of a reference that are present. */
export function identify(reference: {
  id?: JsonValue | undefined;
  slug?: JsonValue | undefined;
  version?: JsonValue | undefined;
}): { id?: string; slug?: string; version?: string } {
  const { id, slug, version } = reference;
  return {
    ...(typeof id === 'string' ? { id } : {}),
    ...(typeof slug === 'string' ? { slug } : {}),
    ...(typeof version === 'string' ? { version } : {}),
  };
}
