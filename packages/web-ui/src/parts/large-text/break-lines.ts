/** The editor lays out a line as a whole, which takes seconds for a line of megabytes. */
export const MAX_LINE = 5000;

/** Breaks longer lines into pieces of that length; a text without any is returned as it is. */
export function breakLines(text: string): string {
  const pieces: string[] = [];
  for (let from = 0; from <= text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    for (; end - from > MAX_LINE; from += MAX_LINE) {
      pieces.push(text.slice(from, from + MAX_LINE));
    }
    pieces.push(text.slice(from, end));
    from = end + 1;
  }
  return pieces.length === 1 ? text : pieces.join('\n');
}
