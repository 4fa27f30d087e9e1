import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';

/**
 * Returns whether `whole` contains `part` at any depth, as PostgreSQL's `@>` defines it: an object contains the members
 * of the part, and an array contains an item for each item of the part, in any order.
 */
export function containsJson(whole: JsonValue | undefined, part: JsonValue): boolean {
  if (whole === undefined) {
    return false;
  }
  if (Array.isArray(part)) {
    return (
      Array.isArray(whole) &&
      part.every((item) => whole.some((candidate) => containsJson(candidate, item)))
    );
  }
  if (isJsonObject(part)) {
    return (
      isJsonObject(whole) &&
      Object.entries(part).every(
        ([key, value]) => Object.hasOwn(whole, key) && containsJson(whole[key], value),
      )
    );
  }
  return whole === part;
}
