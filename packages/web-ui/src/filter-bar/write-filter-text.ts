import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';
import type { Condition, Filtering } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';
import { writeCondition } from './write-condition.js';

type Part = Condition | Filtering;

/**
 * Writes a filter as the text of the filter bar. Reading the text gives the same filter: what the
 * language cannot say is written as `json{…}`.
 */
export function writeFilterText(filtering: Filtering): string {
  return firstThatSays(filtering, textsOfFilter(filtering));
}

function* textsOfFilter(filtering: Filtering): Generator<string> {
  const text = writeAll(filtering);
  if (text !== undefined) {
    yield text;
    yield grouped(filtering, text);
  }
}

function writePart(part: Part): string {
  return firstThatSays(part, 'conditions' in part ? textsOfGroup(part) : writeCondition(part));
}

/** Writes a group so that it can stand beside other conditions. */
function* textsOfGroup(filtering: Filtering): Generator<string> {
  const text = writeAll(filtering);
  if (text !== undefined) {
    yield grouped(filtering, text);
  }
}

function grouped({ operator }: Filtering, text: string): string {
  return operator === 'not' ? text : `(${text})`;
}

/** Writes the conditions of a group; undefined for a group that has no text. */
function writeAll({ operator, conditions }: Filtering): string | undefined {
  switch (operator) {
    case 'and':
      return conditions.map(writePart).join(' ');
    case 'or':
      return conditions.map(writePart).join(' or ');
    case 'not': {
      const [only, ...others] = conditions;
      return only === undefined || others.length > 0 ? undefined : `-${writePart(only)}`;
    }
    default:
      return undefined;
  }
}

/** Returns the first text from which the part is read, or else its JSON. */
function firstThatSays(part: Part, texts: Iterable<string>): string {
  for (const text of texts) {
    if (isTextOf(text, part)) {
      return text;
    }
  }
  return asJson(part);
}

function asJson(part: Part): string {
  return `json${writeJson(part as unknown as Json)}`;
}

/** Whether reading a text gives a part, alone or as the only condition of an `and`. */
function isTextOf(text: string, part: Part): boolean {
  const read = readQuietly(text);
  if (read === undefined) {
    return false;
  }
  const [only, ...others] = read.conditions;
  const isAlone = read.operator === 'and' && others.length === 0;
  return isSame(read, part) || (!('conditions' in part) && isAlone && isSame(only, part));
}

function readQuietly(text: string): Filtering | undefined {
  try {
    return parseFilterText(text);
  } catch {
    return undefined;
  }
}

/** Whether two values of JSON are the same; the order of members does not matter, absent ones count as undefined. */
function isSame(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) {
    return Object.is(one, other);
  }
  if (Array.isArray(one) || Array.isArray(other)) {
    return (
      Array.isArray(one) &&
      Array.isArray(other) &&
      one.length === other.length &&
      one.every((item, at) => isSame(item, other[at]))
    );
  }
  const [members, others] = [presentMembers(one), presentMembers(other)];
  const found = new Map(others);
  return (
    members.length === others.length &&
    members.every(([name, member]) => isSame(member, found.get(name)))
  );
}

function presentMembers(value: object): readonly (readonly [string, unknown])[] {
  return Object.entries(value).filter(([, member]) => member !== undefined);
}
