import type { ParameterValue, Statement } from './statement.js';

/**
 * Maximum number of parameters. ClickHouse accepts 1000 form fields per request (`http_max_fields`), and some of the
 * fields are not parameters.
 */
const MAX_PARAMETERS = 500;
/**
 * Maximum length of a list in characters. A list is one form field, which ClickHouse limits to 128 KiB, and a character
 * takes up to 3 bytes.
 */
const MAX_LIST_CHARS = 30_000;
const placeholder = /\{(\w+):([^}]+)\}/g;

/** Combines the parameters of a statement that has too many. All values of one type go into list parameters. */
export function packParameters(statement: Statement): Statement {
  const { query, query_params } = statement;
  if (Object.keys(query_params).length <= MAX_PARAMETERS) {
    return statement;
  }
  const lists = new PackedLists();
  const packed = new Map<string, string>();
  const text = query.replace(placeholder, (placeholder, name: string, type: string) => {
    const value = query_params[name];
    if (value === undefined) {
      return placeholder;
    }
    const element = packed.get(name) ?? lists.add(value, type);
    packed.set(name, element);
    return element;
  });
  return { query: `WITH ${lists.definitions.join(', ')} ${text}`, query_params: lists.values };
}

class PackedLists {
  readonly definitions: string[] = [];
  readonly values: Record<string, ParameterValue[]> = {};
  /** For each type, the list to which the next value is added. */
  readonly #open = new Map<string, { readonly name: string; chars: number }>();

  /** Adds a value and returns SQL that refers to it. */
  add(value: ParameterValue, type: string): string {
    const chars = 2 * String(value).length + 3;
    let list = this.#open.get(type);
    if (list === undefined || list.chars + chars > MAX_LIST_CHARS) {
      list = { name: `list_${this.definitions.length + 1}`, chars: 0 };
      this.#open.set(type, list);
      this.definitions.push(`{${list.name}:Array(${type})} AS ${list.name}`);
      this.values[list.name] = [];
    }
    list.chars += chars;
    const values = this.values[list.name] ?? [];
    values.push(value);
    return `${list.name}[${values.length}]`;
  }
}
