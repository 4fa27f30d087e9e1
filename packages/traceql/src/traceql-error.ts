/** A query that cannot be answered. The message is one line, and names the construct as it was written. */
export class TraceQlError extends Error {
  constructor(reason: string) {
    super(`invalid TraceQL query: ${reason.replaceAll(/\s*[\n\r]\s*/g, ' ')}`);
    this.name = 'TraceQlError';
  }
}

/** Returns the error of a place in a text; lines and columns count from 1, columns in code points. */
export function parseErrorAt(text: string, offset: number, reason: string): TraceQlError {
  const lines = text.slice(0, offset).split('\n');
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return new TraceQlError(`parse error at line ${lines.length}, col ${column}: ${reason}`);
}
