import type { ParameterValue, Statement } from './statement.js';

/** ClickHouse takes 1000 form fields (`http_max_fields`), and not all of them are parameters. */
const MAX_PARAMETERS = 500;
/** A list is one field, of at most 128 KiB. */
const MAX_LIST_CHARS = 30_000;
const PLACEHOLDER = /\{(\w+):([^}]+)\}/g;

/** The same statement with few parameters: those of one type become elements of a list. */
export function packParameters(statement: Statement): Statement {
  const { query, query_params } = statement;
  if (Object.keys(query_params).length <= MAX_PARAMETERS) {
    return statement;
  }
  const lists = new PackedLists();
  const places = new Map<string, string>();
  const text = query.replace(PLACEHOLDER, (placeholder, name: string, type: string) => {
    const value = query_params[name];
    if (value === undefined) {
      return placeholder;
    }
    const place = places.get(name) ?? lists.add(value, type);
    places.set(name, place);
    return place;
  });
  return { query: `WITH ${lists.definitions.join(', ')} ${text}`, query_params: lists.values };
}

class PackedLists {
  readonly definitions: string[] = [];
  readonly values: Record<string, ParameterValue[]> = {};
  /** The list to which the next value of a type is added, by type. */
  readonly #open = new Map<string, { readonly name: string; chars: number }>();

  /** SQL for the value. */
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
