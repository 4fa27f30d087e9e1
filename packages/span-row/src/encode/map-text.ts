/** Filter maps contain only the beginning of a longer text. */
const MAX_MAP_TEXT_CHARS = 96;
/** A text in a filter map with fewer UTF-8 bytes, or UTF-16 units, is complete. */
export const MIN_CUT_TEXT_LENGTH = MAX_MAP_TEXT_CHARS - 1;

/** Cuts a text for a filter map, never inside a surrogate pair. */
export function toMapText(text: string): string {
  if (text.length <= MAX_MAP_TEXT_CHARS) {
    return text;
  }
  const last = text.charCodeAt(MAX_MAP_TEXT_CHARS - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? MAX_MAP_TEXT_CHARS - 1 : MAX_MAP_TEXT_CHARS);
}
