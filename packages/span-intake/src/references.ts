import type { JsonObject, JsonValue, SpanReference } from '@spanhouse/span-schema';

/** The top-level list that stands for the entries of canonical `ag.references` (API: "References and links"). */
export function listReferences(group: JsonObject): SpanReference[] {
  return Object.keys(group).map((key) => {
    const { id, slug, version } = group[key] as JsonObject;
    return { ...identify({ id, slug, version }), attributes: { key } };
  });
}

/** The identifying members that are present. */
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
