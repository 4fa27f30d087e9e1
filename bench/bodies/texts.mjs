/** Returns a positive id as hex digits. */
export function hex(value, digits) {
  return (value + 1).toString(16).padStart(digits, '0');
}

/** Repeats a text made from a counter until the size is reached. */
export function repeat(bytes, make, separator = ',') {
  const parts = [];
  for (let at = 0, length = 0; length < bytes; at++) {
    const part = make(at);
    parts.push(part);
    length += part.length + separator.length;
  }
  return parts.join(separator);
}

/** Returns the members of an object with a dotted key of short, ever new segments. */
export function dotted(at, segments, prefix = '') {
  return `"${prefix}${Array.from({ length: segments }, (_, n) => ((at * segments + n) % 1_679_616).toString(36)).join('.')}":1`;
}
