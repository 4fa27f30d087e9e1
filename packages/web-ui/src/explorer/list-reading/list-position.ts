/** The member `windowing` of a request for a list. */
export type Windowing = Readonly<Record<string, string | number>>;

/** The beginning of a page: `after` the last row that was read, or `from` a time if no row was read. */
export interface Position {
  readonly kind: 'after' | 'from';
  readonly windowing: Windowing;
}

const prefix = 'position:';

/** Encodes a position as a page token. */
export function writePosition(position: Position): string {
  return prefix + JSON.stringify(position);
}

/** Decodes a position from a page token. Returns undefined for a token of the service. */
export function readPosition(token: string): Position | undefined {
  return token.startsWith(prefix)
    ? (JSON.parse(token.slice(prefix.length)) as Position)
    : undefined;
}
