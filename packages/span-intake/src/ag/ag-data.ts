import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseInnerJson,
} from '@spanhouse/span-schema';
import { type AgParts, isEmpty, moveAside, objectOrAside } from './ag-parts.js';

/** Reads `ag.data` into `parts.data`. Uses the object itself if nothing in it has to change. */
export function readData(parts: AgParts, value: JsonValue): void {
  const group = objectOrAside(parts, ['data'], value);
  if (group === undefined || isCanonicalData(group)) {
    parts.data = group;
    return;
  }
  const data: JsonObject = {};
  for (const key of Object.keys(group)) {
    const member = group[key] as JsonValue;
    const kept = readMember(key, member);
    if (kept !== undefined) {
      data[key] = kept;
    } else if (member !== null || !isObjectMember(key)) {
      moveAside(parts, ['data', key], member);
    }
  }
  parts.data = data;
}

/** Uses `meta.configuration` as `data.parameters` if these are absent. MUST be called after both groups are read. */
export function adoptConfiguration(parts: AgParts): void {
  const configuration = parts.meta?.['configuration'];
  if (!isJsonObject(configuration) || parts.data?.['parameters'] !== undefined) {
    return;
  }
  const { configuration: _moved, ...rest } = parts.meta ?? {};
  parts.meta = isEmpty(rest) ? undefined : rest;
  parts.data = { ...parts.data, parameters: configuration };
}

function isCanonicalData(group: JsonObject): boolean {
  for (const key in group) {
    if (key !== 'outputs' && !(isObjectMember(key) && isJsonObject(group[key]))) {
      return false;
    }
  }
  return true;
}

function isObjectMember(key: string): boolean {
  return key === 'inputs' || key === 'parameters' || key === 'internals';
}

function readMember(key: string, value: JsonValue): JsonValue | undefined {
  if (key === 'outputs') {
    return value;
  }
  if (!isObjectMember(key)) {
    return undefined;
  }
  return typeof value === 'string' ? parseObject(value) : ifObject(value);
}

function parseObject(text: string): JsonObject | undefined {
  const parsed = /^\s*\{/.test(text) ? parseInnerJson(text) : undefined;
  return parsed?.status === 'parsed' ? ifObject(parsed.value) : undefined;
}

function ifObject(value: JsonValue): JsonObject | undefined {
  return isJsonObject(value) ? value : undefined;
}
