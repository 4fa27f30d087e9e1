import { isJsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { parseStoredJson } from './parse-stored-json.js';

const key = '__default__';
const keyText = `"${key}"`;

/**
 * If `ag.data.outputs` has a member `__default__`, replaces the outputs with this member. Parses only spans that have
 * the member. `ag` remains the last member.
 */
export function unwrapDefaultOutputs(attributes: string): string {
  if (!attributes.includes(keyText)) {
    return attributes;
  }
  const value = parseStoredJson(attributes);
  const data = memberOf(memberOf(value, 'ag'), 'data');
  const outputs = memberOf(data, 'outputs');
  const shown = memberOf(outputs, key);
  if (shown === undefined || !isJsonObject(data)) {
    return attributes;
  }
  data['outputs'] = shown;
  return stringifyJson(value);
}

/** If the outputs have a member `__default__`, returns this member instead. */
export function unwrapOutputs(outputs: string): string {
  const shown = outputs.includes(keyText) ? memberOf(parseStoredJson(outputs), key) : undefined;
  return shown === undefined ? outputs : stringifyJson(shown);
}

function memberOf(value: JsonValue | undefined, name: string): JsonValue | undefined {
  return isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;
}
