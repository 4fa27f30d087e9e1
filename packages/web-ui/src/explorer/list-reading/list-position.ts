/** The member `windowing` of a request for a list. */
export type Windowing = Readonly<Record<string, string | number>>;

/** Where a page begins: `after` a row that was read, or `from` a time on that nothing was read of. */
export interface Position {
  readonly kind: 'after' | 'from';
  readonly windowing: Windowing;
}

const prefix = 'position:';

/** Writes a position as a token of a page. */
export function writePosition(position: Position): string {
  return prefix + JSON.stringify(position);
}

/** Returns the position of such a token; undefined for a token of the service. */
export function readPosition(token: string): Position | undefined {
  return token.startsWith(prefix)
    ? (JSON.parse(token.slice(prefix.length)) as Position)
    : undefined;
}
