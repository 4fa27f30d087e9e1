import { isJsonObject, parseJsonText } from '@spanhouse/span-schema';
import { malformed } from '../parse-jaeger-parameters.js';

/** Parses a JSON object whose values are strings. Throws a 400 that names the parameter. */
export function parseTags(name: string, json: string): readonly (readonly [string, string])[] {
  const parsed = parseJsonText(json);
  const tags = parsed.status === 'parsed' && isJsonObject(parsed.value) ? parsed.value : undefined;
  if (tags === undefined) {
    return malformed(name, 'JSON object of strings');
  }
  return Object.entries(tags).map(([key, value]) =>
    typeof value === 'string' ? [key, value] : malformed(name, 'JSON object of strings'),
  );
}

/** Parses `key:value`. */
export function parseTag(text: string): readonly [string, string] {
  const at = text.indexOf(':');
  return at === -1 ? malformed('tag', 'key:value') : [text.slice(0, at), text.slice(at + 1)];
}
