const slug = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** Returns whether a string is a valid slug in a reference to an entity (see docs/api/ingest.md). */
export function isSlug(text: string): boolean {
  return slug.test(text);
}
