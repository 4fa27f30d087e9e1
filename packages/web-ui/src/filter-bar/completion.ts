/** The word that the user is typing: a name, an attribute key, or a value of a name. */
export interface Completion {
  readonly kind: 'name' | 'key' | 'value';
  /** The name that a value belongs to; empty otherwise. */
  readonly name: string;
  /** Text typed so far. */
  readonly prefix: string;
  /** Range of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

/** Matches an incomplete attribute name of a span, resource, scope or event. */
const attributeName = /^(?:|resource|scope|event)\.[^:<>~^$]*$/;
/** Matches a pattern after `like`. */
const afterLike = /[^\s()]\s+like\s+[^\s()]*$/i;

/** Returns the completion at the caret; undefined inside quotes, JSON and patterns. */
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
  const place = { prefix, from: caret - prefix.length, to: caret };
  if (name !== undefined) {
    return { kind: 'value', name, ...place };
  }
  return { kind: attributeName.test(term) ? 'key' : 'name', name: '', ...place };
}

/** Replaces the typed word by a suggestion. Returns the text and the new position of the caret. */
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

/** Writes a value so that it is parsed as the same text or number. */
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
