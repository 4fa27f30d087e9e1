/** The word that the user is typing: a name, an attribute key, or a value. */
export interface Completion {
  readonly kind: 'name' | 'key' | 'value';
  /** The name whose value is being typed; empty if the word is not a value. */
  readonly name: string;
  /** The part of the word that the user has typed so far. */
  readonly prefix: string;
  /** Start of the range in the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

/** Matches an incomplete attribute name of a span, a resource, a scope or an event. */
const attributeName = /^(?:|resource|scope|event)\.[^:<>~^$]*$/;
/** Matches an unfinished pattern after `like`. */
const afterLike = /[^\s()]\s+like\s+[^\s()]*$/i;

/** Returns the word to complete at the caret. Returns undefined if the caret is inside quotes, JSON or a pattern. */
export function completionAt(text: string, caret: number): Completion | undefined {
  const before = text.slice(0, caret);
  const isQuoted = (before.match(/(?<!\\)"/g) ?? []).length % 2 === 1;
  if (isQuoted || before.includes('json{') || afterLike.test(before)) {
    return undefined;
  }
  const [word = ''] = /[^\s()]*$/.exec(before) ?? [];
  const term = word.startsWith('-') ? word.slice(1) : word;
  const [, name, values] = /^([^:<>~^$]+):(.*)$/.exec(term) ?? [];
  const prefix = values === undefined ? term : (values.split(',').at(-1) ?? '');
  const range = { prefix, from: caret - prefix.length, to: caret };
  if (name !== undefined) {
    return { kind: 'value', name, ...range };
  }
  return { kind: attributeName.test(term) ? 'key' : 'name', name: '', ...range };
}

/** Replaces the typed word with a suggestion. Returns the new text and the new caret position. */
export function complete(
  text: string,
  { from, to }: Completion,
  suggestion: string,
): { readonly text: string; readonly caret: number } {
  return {
    text: text.slice(0, from) + suggestion + text.slice(to),
    caret: from + suggestion.length,
  };
}

/** Writes a value so that parsing it returns the same value. */
export function writeValue(value: string | number | boolean): string {
  if (typeof value !== 'string') {
    return String(value);
  }
  const isPlain = /^[^\s(),"]+$/.test(value) && !isJsonLiteral(value) && !value.includes('..');
  return isPlain ? value : `"${value.replace(/[\\"]/g, '\\$&')}"`;
}

function isJsonLiteral(text: string): boolean {
  return /^(?:true|false|null|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?)$/i.test(text);
}
