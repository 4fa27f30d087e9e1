/** The member `windowing` of a list request. */
export type Windowing = Readonly<Record<string, string | number>>;

/** The start of a page. With `from`, the page is read as a stream; with `after`, it is read as a whole. */
export interface Position {
  readonly kind: 'after' | 'from';
  readonly windowing: Windowing;
}

const prefix = 'position:';

/** Encodes a position as a page token. */
export function writePosition(position: Position): string {
  return prefix + JSON.stringify(position);
}

/** Decodes a position from a page token. Returns undefined if the service created the token. */
export function readPosition(token: string): Position | undefined {
  return token.startsWith(prefix)
    ? (JSON.parse(token.slice(prefix.length)) as Position)
    : undefined;
}
