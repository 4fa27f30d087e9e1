import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseInnerJson,
  parseSpanType,
  setMember,
} from '@spanhouse/span-schema';
import { cleanFlag, cleanLeaves } from './ag-leaves.js';
import { readMetrics } from './ag-metrics.js';
import { type AgParts, createAgParts, isEmpty, moveAside, objectOrAside } from './ag-parts.js';
import { readReferences } from './ag-references.js';

/**
 * Splits `ag` into its recognised groups (see docs/api/ingest.md). Moves invalid values to `unsupported`, so that
 * nothing is lost. Does not copy valid objects; they become part of the result.
 */
export function readAg(ag: JsonValue): AgParts {
  const parts = createAgParts();
  if (!isJsonObject(ag)) {
    if (ag !== null) {
      moveAside(parts, ['_invalid'], ag);
    }
    return parts;
  }
  readUnsupported(parts, ag['unsupported']);
  for (const key in ag) {
    readGroup(parts, key, ag[key] as JsonValue);
  }
  if (ag['references'] !== undefined || ag['refs'] !== undefined) {
    readReferences(parts, ag['references'], ag['refs']);
  }
  adoptConfiguration(parts);
  return parts;
}

/**
 * Builds `ag` in its stored form, without type and metrics. `data` is always present; other groups are present only if
 * they are not empty.
 */
export function assembleAg(parts: AgParts): JsonObject {
  const ag: JsonObject = { data: parts.data ?? {} };
  for (const key of optionalGroups) {
    const group = parts[key];
    if (group !== undefined) {
      ag[key] = group;
    }
  }
  return ag;
}

/** The groups that follow `data` in a stored `ag`, in order. */
const optionalGroups = [
  'references',
  'session',
  'user',
  'agent',
  'flags',
  'tags',
  'meta',
  'exception',
  'selector',
  'unsupported',
] as const;

function readUnsupported(parts: AgParts, value: JsonValue | undefined): void {
  if (isJsonObject(value)) {
    parts.unsupported = isEmpty(value) ? undefined : value;
  } else if (value !== undefined && value !== null) {
    moveAside(parts, ['_unsupported'], value);
  }
}

function readGroup(parts: AgParts, key: string, value: JsonValue): void {
  switch (key) {
    case 'type':
      readType(parts, value);
      break;
    case 'data':
      readData(parts, value);
      break;
    case 'metrics':
      readMetrics(parts, value);
      break;
    case 'session':
    case 'user':
    case 'agent':
      readIdentity(parts, key, value);
      break;
    case 'flags':
    case 'tags':
      readFlags(parts, key, value);
      break;
    case 'selector':
      readSelector(parts, value);
      break;
    case 'meta':
    case 'exception':
      readFreeObject(parts, key, value);
      break;
    case 'references':
    case 'refs':
    case 'unsupported':
      break; // These groups are read separately, so that the order of the keys does not affect the result.
    default:
      moveAside(parts, [key], value);
  }
}

function readType(parts: AgParts, value: JsonValue): void {
  const group = objectOrAside(parts, ['type'], value) ?? {};
  for (const key of Object.keys(group)) {
    const member = group[key] as JsonValue;
    if (key === 'span' && member !== null) {
      parts.span_type = parseSpanType(member);
    }
    const isBadLeaf = key === 'span' && member !== null && parts.span_type === undefined;
    if (isBadLeaf || (key !== 'span' && key !== 'trace')) {
      moveAside(parts, ['type', key], member);
    }
  }
}

function readIdentity(parts: AgParts, key: 'session' | 'user' | 'agent', value: JsonValue): void {
  const group = objectOrAside(parts, [key], value) ?? {};
  for (const member of Object.keys(group)) {
    const content = group[member] as JsonValue;
    if (member === 'id' && typeof content === 'string') {
      parts[key] = { id: content };
    } else if (member !== 'id' || content !== null) {
      moveAside(parts, [key, member], content);
    }
  }
}

function readFlags(parts: AgParts, key: 'flags' | 'tags', value: JsonValue): void {
  const object = objectOrAside(parts, [key], value);
  if (object !== undefined && !isEmpty(object)) {
    parts[key] = cleanLeaves(parts, [key], { object, clean: cleanFlag });
  }
}

function readSelector(parts: AgParts, value: JsonValue): void {
  const group = objectOrAside(parts, ['selector'], value) ?? {};
  for (const key of Object.keys(group)) {
    const member = group[key] as JsonValue;
    if (typeof member === 'string') {
      parts.selector ??= {};
      setMember(parts.selector, key, member);
    } else {
      moveAside(parts, ['selector', key], member);
    }
  }
}

function readFreeObject(parts: AgParts, key: 'meta' | 'exception', value: JsonValue): void {
  const object = objectOrAside(parts, [key], value);
  if (object !== undefined && !isEmpty(object)) {
    parts[key] = object;
  }
}

/** Reads `ag.data` into `parts.data`. Uses the object itself if it needs no changes. */
function readData(parts: AgParts, value: JsonValue): void {
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

/**
 * Uses `meta.configuration` as `data.parameters` if the span has no parameters. MUST be called after both groups have
 * been read.
 */
function adoptConfiguration(parts: AgParts): void {
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
