/**
 * Compares strings by code point. JavaScript compares UTF-16 code units instead, so it sorts U+E000 to U+FFFF after all
 * higher code points.
 */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let index = 0; index < length; index++) {
    const a = left.charCodeAt(index);
    const b = right.charCodeAt(index);
    if (a !== b) {
      return isSurrogate(a) === isSurrogate(b)
        ? a - b
        : Number(isSurrogate(a)) - Number(isSurrogate(b));
    }
  }
  return left.length - right.length;
}

function isSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdfff;
}
