import type { Json } from '../api/shown-span.js';
import { writeJson } from '../parts/write-json.js';
import type { Condition, Filtering } from './filtering.js';
import { parseFilterText } from './parse-filter-text.js';
import { writeCondition } from './write-condition.js';

type Part = Condition | Filtering;

/**
 * Writes a filter as the text of the filter bar. Reading the text gives the same filter: what the
 * language cannot say is written as `json{…}`.
 */
export function writeFilterText(filtering: Filtering): string {
  const texts = [writeAll(filtering.operator, filtering.conditions), writeGroup(filtering)];
  return texts.find((text) => isTextOf(text, filtering)) ?? asJson(filtering);
}

function writePart(part: Part): string {
  const texts = 'conditions' in part ? [writeGroup(part)] : [...writeCondition(part)];
  return texts.find((text) => isTextOf(text, part)) ?? asJson(part);
}

/** Writes a group so that it can stand beside other conditions. */
function writeGroup({ operator, conditions }: Filtering): string | undefined {
  const text = writeAll(operator, conditions);
  return operator === 'not' || text === undefined ? text : `(${text})`;
}

function writeAll(operator: string, conditions: readonly Part[]): string | undefined {
  const parts = conditions.map(writePart);
  switch (operator) {
    case 'and':
      return parts.join(' ');
    case 'or':
      return parts.join(' or ');
    case 'not':
      return parts.length === 1 ? `-${parts[0]}` : undefined;
    default:
      return undefined;
  }
}

function asJson(part: Part): string {
  return `json${writeJson(part as unknown as Json)}`;
}

/** Whether reading a text gives a part, alone or as the only condition of an `and`. */
function isTextOf(text: string | undefined, part: Part): boolean {
  const read = text === undefined ? undefined : readQuietly(text);
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

function isSame(one: Part | undefined, other: Part): boolean {
  return writeSorted(one) === writeSorted(other);
}

function writeSorted(part: Part | undefined): string {
  return writeJson(sorted((part ?? null) as unknown as Json));
}

/** Members in the order of their names: two objects with the same members are the same. */
function sorted(value: Json): Json {
  if (typeof value !== 'object' || value === null) {
    return value;
  }
  return Array.isArray(value)
    ? value.map(sorted)
    : Object.fromEntries(
        Object.entries(value)
          .map(([name, member]): [string, Json] => [name, sorted(member as Json)])
          .sort(([one], [other]) => (one < other ? -1 : 1)),
      );
}
