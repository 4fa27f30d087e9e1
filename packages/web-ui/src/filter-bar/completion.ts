/** What a person is typing: a name, the key of an attribute, or a value of a name. */
export interface Completion {
  readonly kind: 'name' | 'key' | 'value';
  /** The name of a value; empty otherwise. */
  readonly name: string;
  /** What is typed so far. */
  readonly prefix: string;
  /** The part of the text that a suggestion replaces. */
  readonly from: number;
  readonly to: number;
}

/** The name of an attribute of spans, resources, scopes or events that is being typed. */
const attributeName = /^(?:|resource|scope|event)\.[^:<>~^$]*$/;
/** A pattern follows `like`. */
const afterLike = /[^\s()]\s+like\s+[^\s()]*$/i;

/** Returns what the text before the caret ends with; undefined inside quotes, JSON and patterns. */
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

/** Puts a suggestion in place of what was typed. Returns the text and the place of the caret. */
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

/** Writes a value so that it is read again as the same text or number. */
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
