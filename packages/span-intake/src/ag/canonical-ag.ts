import {
  isJsonObject,
  type JsonObject,
  type JsonValue,
  parseSpanType,
  setMember,
} from '@spanhouse/span-schema';
import { adoptConfiguration, readData } from './ag-data.js';
import { cleanFlag, cleanLeaves } from './ag-leaves.js';
import { readMetrics } from './ag-metrics.js';
import { type AgParts, createAgParts, isEmpty, moveAside, objectOrAside } from './ag-parts.js';
import { readReferences } from './ag-references.js';

/**
 * Splits `ag` into its recognised groups (see docs/api/ingest.md). A value that does not fit moves to `unsupported`, so
 * that nothing is lost. Objects that fit become part of the result.
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
 * Builds `ag` in its stored form: without type and metrics, always with `data`, and with every other group that is not
 * empty.
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

/** The order of the groups in a stored `ag`, after `data`. */
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
      break; // read separately: the outcome must not depend on the order of the keys
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
