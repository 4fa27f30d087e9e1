const SLUG = /^[A-Za-z0-9_-][A-Za-z0-9_.-]*$/;

/** Whether a text may name an entity in a reference (API: "Reference keys and slugs"). */
export function isSlug(text: string): boolean {
  return SLUG.test(text);
}
