import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import type { DropCode } from '../submission/dropped-span.js';
import { type ExpectedType, type SpanFault, wrongType } from '../submission/span-fault.js';

const MAX_UINT32 = 0xffff_ffff;

/** Names of members, grouped by their required type. Every member may be absent or null. */
export interface MemberTypes {
  strings?: readonly string[];
  objects?: readonly string[];
  lists?: readonly string[];
  /** Members whose values are integers from 0 to 2^32-1. */
  integers?: readonly string[];
}

const spanMembers: MemberTypes = {
  strings: ['span_name', 'status_message', 'session_id', 'user_id', 'agent_id', 'trace_state'],
  objects: ['attributes', 'exception', 'resource', 'scope'],
  lists: ['references', 'links', 'hashes', 'events'],
  integers: ['flags', 'dropped_attributes_count', 'dropped_events_count', 'dropped_links_count'],
};

/**
 * Finds the first member of a span with a wrong type (see docs/api/ingest.md). A valid span is checked without loops or
 * allocations. Only an invalid span is searched for the invalid member.
 */
export function findSpanShapeFault(span: JsonObject): SpanFault | undefined {
  const isWellShaped =
    hasTexts(span) && hasContainers(span) && hasCounts(span) && hasProvenance(span);
  return isWellShaped ? undefined : findShapeFault('invalid_span', span, spanMembers);
}

/** Checks all members that are texts, except for `trace_state`. */
function hasTexts(span: JsonObject): boolean {
  return (
    isText(span['span_name']) &&
    isText(span['status_message']) &&
    isText(span['session_id']) &&
    isText(span['user_id']) &&
    isText(span['agent_id'])
  );
}

function hasContainers(span: JsonObject): boolean {
  return (
    isObject(span['attributes']) &&
    isObject(span['exception']) &&
    isList(span['references']) &&
    isList(span['links']) &&
    isList(span['hashes']) &&
    isList(span['events'])
  );
}

function hasProvenance(span: JsonObject): boolean {
  return isObject(span['resource']) && isObject(span['scope']) && isText(span['trace_state']);
}

function hasCounts(span: JsonObject): boolean {
  return (
    isUint32(span['flags']) &&
    isUint32(span['dropped_attributes_count']) &&
    isUint32(span['dropped_events_count']) &&
    isUint32(span['dropped_links_count'])
  );
}

/** Finds the first member with a wrong type in an object of any kind. */
export function findShapeFault(
  code: DropCode,
  object: JsonObject,
  types: MemberTypes,
): SpanFault | undefined {
  return (
    findWrong(code, object, { keys: types.strings, expected: 'string', isRight: isText }) ??
    findWrong(code, object, { keys: types.objects, expected: 'object', isRight: isObject }) ??
    findWrong(code, object, { keys: types.lists, expected: 'list', isRight: isList }) ??
    findWrong(code, object, { keys: types.integers, expected: 'integer', isRight: isUint32 })
  );
}

/** Names of members, their required type, and the check of that type. */
interface Expectation {
  keys: readonly string[] | undefined;
  expected: ExpectedType;
  isRight: (value: JsonValue | undefined) => boolean;
}

function findWrong(
  code: DropCode,
  object: JsonObject,
  { keys, expected, isRight }: Expectation,
): SpanFault | undefined {
  const wrong = keys?.find((key) => !isRight(object[key]));
  return wrong === undefined
    ? undefined
    : wrongType(code, { loc: [wrong], input: object[wrong] ?? null }, expected);
}

function isText(value: JsonValue | undefined): boolean {
  return typeof value === 'string' || value === undefined || value === null;
}

function isObject(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || isJsonObject(value);
}

function isList(value: JsonValue | undefined): boolean {
  return value === undefined || value === null || Array.isArray(value);
}

function isUint32(value: JsonValue | undefined): boolean {
  if (value === undefined || value === null) {
    return true;
  }
  return typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= MAX_UINT32;
}

/**
 * Returns a text, or `undefined` for an absent member and null. Expects a member whose type was checked, like the
 * readers below.
 */
export function textIn(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === 'string' ? value : undefined;
}

/** Returns an object, or `undefined` for an absent member and null. */
export function objectIn(object: JsonObject, key: string): JsonObject | undefined {
  const value = object[key];
  return isJsonObject(value) ? value : undefined;
}

/** Returns a list, or `undefined` for an absent member and null. */
export function listIn(object: JsonObject, key: string): JsonValue[] | undefined {
  const value = object[key];
  return Array.isArray(value) ? value : undefined;
}

/** Returns a count, or `undefined` for an absent member and null. */
export function countIn(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === 'number' ? value : undefined;
}
