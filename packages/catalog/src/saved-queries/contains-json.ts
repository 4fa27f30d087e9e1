import { isJsonObject, type JsonValue } from '@spanhouse/span-schema';

/** Whether `whole` has everything that `part` has, at any depth: PostgreSQL's `@>`. */
export function containsJson(whole: JsonValue | undefined, part: JsonValue): boolean {
  if (whole === undefined) return false;
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
