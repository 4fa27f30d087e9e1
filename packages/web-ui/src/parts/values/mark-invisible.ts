/**
 * Matches control and direction characters, which could change the appearance of the surrounding text. Joiners are
 * excluded, because emoji need them.
 */
export const invisible = /((?![\t\n\r\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029])/u;

/** Returns the text of the mark of a character: `U+202E`. */
export function nameOfInvisible(code: number): string {
  return `U+${code.toString(16).toUpperCase().padStart(4, '0')}`;
}

/** Writes control and direction characters as code points where a text cannot contain marks: `<U+202E>`. */
export function markInvisible(text: string): string {
  const parts = text.split(invisible);
  return parts
    .map((part, at) => (at % 2 === 1 ? `<${nameOfInvisible(part.codePointAt(0) ?? 0)}>` : part))
    .join('');
}
