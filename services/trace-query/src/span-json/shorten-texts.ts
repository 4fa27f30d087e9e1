import { isJsonObject, type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import { shortenText } from './shorten-text.js';

/** Replaces the texts in a value that have more code points than `limit` by their beginning and their length. */
export function shortenTexts(value: JsonValue, limit: number | undefined): JsonValue {
  if (limit === undefined) {
    return value;
  }
  if (typeof value === 'string') {
    return shortenedText(value, limit);
  }
  if (Array.isArray(value)) {
    return value.map((item) => shortenTexts(item, limit));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const shortened: JsonObject = {};
  for (const [name, member] of Object.entries(value)) {
    setMember(shortened, name, shortenTexts(member, limit));
  }
  return shortened;
}

function shortenedText(text: string, limit: number): JsonValue {
  if (text.length <= limit) {
    return text;
  }
  const { start, length } = shortenText(text, limit);
  return length <= limit ? text : { $text: start, $length: length };
}
