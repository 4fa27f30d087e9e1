import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';
import type { Condition, Filtering } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';
import { writeCondition } from './write-condition.js';

type Part = Condition | Filtering;

/**
 * Writes a filter as the text of the filter bar. Parsing the text returns the same filter. A part that the language
 * cannot express is written as `json{…}`.
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

/** Writes a group so that it can appear next to other conditions. */
function* textsOfGroup(filtering: Filtering): Generator<string> {
  const text = writeAll(filtering);
  if (text !== undefined) {
    yield grouped(filtering, text);
  }
}

function grouped({ operator }: Filtering, text: string): string {
  return operator === 'not' ? text : `(${text})`;
}

/** Writes the conditions of a group, or returns undefined if the language cannot express them. */
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

/** Returns the first text that is parsed as the part. If no text is, it returns the part as JSON. */
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

/** Returns whether a text is parsed as the part, either directly or as the only condition of an `and` group. */
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

/**
 * Returns whether two JSON values are equal. The order of members is ignored, and absent members are equal to
 * undefined.
 */
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
