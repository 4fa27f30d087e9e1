/** An attribute key: `ag`, or a dotted path below it. */
export type AgKey = 'ag' | `ag.${string}`;

/** The key that holds a span's type. */
export const spanType: AgKey = 'ag.type.span';

/** The key that holds the messages to a model. `completionKey` holds the messages from the model. */
export const promptKey = 'ag.data.inputs.prompt';
export const completionKey = 'ag.data.outputs.completion';

/** Reports whether a dotted path equals `path` or is below it. */
export function isAtOrBelow(key: string, path: string): boolean {
  return key.startsWith(path) && (key.length === path.length || key[path.length] === '.');
}
