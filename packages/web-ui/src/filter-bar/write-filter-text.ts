import { deepEqual } from '@tanstack/react-router';
import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/values/write-json.js';
import type { Filtering, Part } from './filtering.js';
import { readFilterText } from './parse-filter-text.js';
import { writeCondition } from './write-condition.js';

/**
 * Converts a filter to filter text. Parsing the text yields the same filter. A part that the filter language cannot
 * express is written as `json{…}`.
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

/** Yields candidate texts for a group. Each text can be combined with other conditions. */
function* textsOfGroup(filtering: Filtering): Generator<string> {
  const text = writeAll(filtering);
  if (text !== undefined) {
    yield grouped(filtering, text);
  }
}

function grouped({ operator }: Filtering, text: string): string {
  return operator === 'not' ? text : `(${text})`;
}

/**
 * Writes the conditions of a group with the group's operator. Returns undefined if the filter language cannot express
 * them.
 */
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

/** Returns the first candidate that parses back to the part. If no candidate does, returns the part as JSON. */
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

/** Returns true if a text parses to the part, or to an `and` group that contains only the part. */
function isTextOf(text: string, part: Part): boolean {
  const read = readFilterText(text).filtering;
  if (read === undefined) {
    return false;
  }
  const [only, ...others] = read.conditions;
  const isAlone = read.operator === 'and' && others.length === 0;
  return deepEqual(read, part) || (!('conditions' in part) && isAlone && deepEqual(only, part));
}
