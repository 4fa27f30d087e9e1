/**
 * Maximum number of characters that are hashed; of a longer text, only the beginning is hashed. The maps of earlier
 * rows stored the same beginning.
 */
const MAX_TEXT_CHARS = 96;

/** Truncates a long text without splitting a surrogate pair. */
export function cutText(text: string): string {
  if (text.length <= MAX_TEXT_CHARS) {
    return text;
  }
  const last = text.charCodeAt(MAX_TEXT_CHARS - 1);
  const isHalfPair = last >= 0xd800 && last <= 0xdbff;
  return text.slice(0, isHalfPair ? MAX_TEXT_CHARS - 1 : MAX_TEXT_CHARS);
}
