import type { StoredSpan } from '@spanhouse/span-row';
import { isJsonObject, type JsonValue, parseJsonText, stringifyJson } from '@spanhouse/span-schema';
import { truncated } from '../../analytics/groups/grouped-rows.js';

const MAX_BYTES = 2048;

/** Returns the encoded value for the grouping key `attribute`. */
export function textOfAttribute({ attributes }: StoredSpan, key: string): string {
  const text = anyLength(attributes, key.split('.'));
  if (Buffer.byteLength(text) <= MAX_BYTES) {
    return text;
  }
  return text.startsWith('="') ? truncated.string : truncated.other;
}

function anyLength(attributes: string, names: readonly string[]): string {
  const odd = names.slice(1).map((name, index) => `${names[index]}.${name}`);
  if (!attributes.includes(`${names.at(-1)}":`)) {
    return '=';
  }
  if ([...odd, '"_conflicts":'].some((text) => attributes.includes(text))) {
    return attributes;
  }
  const value = valueAt(parsed(attributes), names);
  if (value === undefined || value === null || isJsonObject(value)) {
    return '=';
  }
  const json = stringifyJson(value);
  return typeof value !== 'string' && /(?<![.\d])\d{19}/.test(json) ? attributes : `=${json}`;
}

function valueAt(value: JsonValue, names: readonly string[]): JsonValue | undefined {
  const [name, ...rest] = names;
  if (name === undefined) {
    return value;
  }
  const member = isJsonObject(value) ? value[name] : undefined;
  return member === undefined ? undefined : valueAt(member, rest);
}

function parsed(text: string): JsonValue {
  const result = parseJsonText(text);
  return result.status === 'parsed' ? result.value : null;
}
