const slug = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** Reports whether a text is a valid slug of an entity in a reference (see docs/api/ingest.md). */
export function isSlug(text: string): boolean {
  return slug.test(text);
}
