/** An attribute key: `ag`, or a dotted path below it. */
export type AgKey = 'ag' | `ag.${string}`;

export const SPAN_TYPE: AgKey = 'ag.type.span';

/** Whether a dotted path is `path` or leads through it. */
export function isAtOrBelow(key: string, path: string): boolean {
  return key.startsWith(path) && (key.length === path.length || key[path.length] === '.');
}
