/** The beginning of a text, and the length of the whole text in code points. */
interface Shortened {
  readonly start: string;
  readonly length: number;
}

/** Cuts a text after `limit` code points. */
export function shortenText(text: string, limit: number): Shortened {
  let length = 0;
  let end = text.length;
  for (let at = 0; at < text.length; at += isPairAt(text, at) ? 2 : 1) {
    if (length === limit) {
      end = at;
    }
    length += 1;
  }
  return { start: text.slice(0, end), length };
}

function isPairAt(text: string, at: number): boolean {
  return (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;
}
