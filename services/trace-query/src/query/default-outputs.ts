import { isJsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { parseStoredJson } from './parse-stored-json.js';

const KEY = '__default__';
const KEY_TEXT = `"${KEY}"`;

/**
 * Shows the value of `__default__` in place of an `ag.data.outputs` that has it. The only text of a
 * span that is ever parsed by a read; `ag` stays the last member.
 */
export function unwrapDefaultOutputs(attributes: string): string {
  if (!attributes.includes(KEY_TEXT)) return attributes;
  const value = parseStoredJson(attributes);
  const data = memberOf(memberOf(value, 'ag'), 'data');
  const outputs = memberOf(data, 'outputs');
  const shown = memberOf(outputs, KEY);
  if (shown === undefined || !isJsonObject(data)) return attributes;
  data['outputs'] = shown;
  return stringifyJson(value);
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
