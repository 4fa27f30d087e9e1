/** Error for a query that is invalid or contains an unsupported construct. Its message has one line. */
export class TraceQlError extends Error {
  constructor(reason: string) {
    super(`invalid TraceQL query: ${reason.replaceAll(/\s*[\n\r]\s*/g, ' ')}`);
    this.name = 'TraceQlError';
  }
}

/** Creates the error for an offset in a query. Lines and columns count from 1; columns count code points. */
export function parseErrorAt(text: string, offset: number, reason: string): TraceQlError {
  const lines = text.slice(0, offset).split('\n');
  const column = [...(lines.at(-1) ?? '')].length + 1;
  return new TraceQlError(`parse error at line ${lines.length}, col ${column}: ${reason}`);
}

/** Error for a query that would need too much memory. Its message names the limit. */
export class QueryTooLarge extends Error {}
