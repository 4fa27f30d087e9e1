/** Longer texts are in the filter map by their beginning. */
const MAX_MAP_TEXT_CHARS = 96;
/** A text in the filter map with fewer UTF-8 bytes, or UTF-16 units, is whole. */
export const MIN_CUT_TEXT_LENGTH = MAX_MAP_TEXT_CHARS - 1;

/** The text as the filter map holds it. */
export function toMapText(text: string): string {
  if (text.length <= MAX_MAP_TEXT_CHARS) {
    return text;
  }
  const last = text.charCodeAt(MAX_MAP_TEXT_CHARS - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? MAX_MAP_TEXT_CHARS - 1 : MAX_MAP_TEXT_CHARS);
}
