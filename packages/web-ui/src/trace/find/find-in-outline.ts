import { statusCodes } from '@spanhouse/span-schema/span-enums';
import type { Json } from '../../api/shown-span.js';
import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { type Outline, readSpanId } from '../outline/outline.js';

/** Returns true if the span at a position meets a condition. */
type SpanTest = (at: number) => boolean;

type FoundColumns = Pick<
  Outline,
  'ids' | 'texts' | 'name' | 'service' | 'type' | 'model' | 'status'
>;

/**
 * Returns the words of a filter that consists only of words, for use with `findWords`. Returns undefined for other
 * filters.
 */
export function wordsOf(filtering: Filtering): readonly string[] | undefined {
  const words = filtering.conditions.map((part) =>
    'field' in part && part.field === 'content' && typeof part.value === 'string'
      ? part.value.toLowerCase()
      : undefined,
  );
  return filtering.operator === 'and' && words.every((word) => word !== undefined)
    ? words
    : undefined;
}

/**
 * Returns the spans that match every word. A word matches if it occurs in the name, service, type or model, ignoring
 * case, or if it equals the span id.
 */
export function findWords(outline: FoundColumns, words: readonly string[]): readonly number[] {
  const { texts, name, service, type, model, ids } = outline;
  const tests = words.map((word): SpanTest => {
    const has = texts.map((text) => text.toLowerCase().includes(word));
    const hasAt = (column: Int32Array, at: number) => has[column[at] ?? -1] === true;
    const id = readSpanId(word);
    return (at) =>
      hasAt(name, at) ||
      hasAt(service, at) ||
      hasAt(type, at) ||
      hasAt(model, at) ||
      (id !== undefined && ids[at] === id);
  });
  return [...name.keys()].filter((at) => tests.every((test) => test(at)));
}

/** Returns the spans that match a filter. Returns undefined if the filter needs data that is not in the outline. */
export function findInOutline(
  outline: FoundColumns,
  filtering: Filtering,
): readonly number[] | undefined {
  const test = testOf(outline, filtering);
  return test && [...outline.name.keys()].filter(test);
}

function testOf(outline: FoundColumns, part: Condition | Filtering): SpanTest | undefined {
  if ('field' in part) {
    return conditionTest(outline, part);
  }
  const known = part.conditions.map((condition) => testOf(outline, condition));
  const tests = known.filter((test) => test !== undefined);
  if (tests.length < known.length) {
    return undefined;
  }
  switch (part.operator) {
    case 'and':
      return (at) => tests.every((test) => test(at));
    case 'or':
      return (at) => tests.some((test) => test(at));
    case 'not':
      return (at) => !tests[0]?.(at);
  }
}

/** Outline columns that contain the values of filter fields. */
const columnOf: Readonly<Record<string, 'name' | 'service' | 'type' | 'status'>> = {
  span_name: 'name',
  service_name: 'service',
  span_type: 'type',
  status_code: 'status',
};

/** Returns a test for a condition on a string column. The condition is evaluated only once for each distinct string. */
function conditionTest(outline: FoundColumns, condition: Condition): SpanTest | undefined {
  const name = columnOf[condition.field];
  const test = textTest(condition);
  if (name === undefined || test === undefined) {
    return undefined;
  }
  const column = outline[name];
  const holds = (name === 'status' ? statusCodes : outline.texts).map(test);
  const holdsWithout = test(undefined);
  return (at) => holds[column[at] ?? -1] ?? holdsWithout;
}

type TextTest = (text: string | undefined) => boolean;

/** Returns a test for a string that may be absent. Returns undefined if the operator is not supported. */
function textTest({ operator, value }: Condition): TextTest | undefined {
  if (Array.isArray(value)) {
    const list: readonly Json[] = value;
    const isList = operator === 'in' || operator === 'not_in';
    return isList && list.every((item) => typeof item === 'string')
      ? (text) => list.some((item) => item === text) === (operator === 'in')
      : undefined;
  }
  return typeof value === 'string' ? tests[operator]?.(value, value.toLowerCase()) : undefined;
}

const tests: Readonly<Record<string, (value: string, part: string) => TextTest>> = {
  is: (value) => (text) => text === value,
  is_not: (value) => (text) => text !== value,
  startswith: (_, part) => (text) => text?.toLowerCase().startsWith(part) === true,
  endswith: (_, part) => (text) => text?.toLowerCase().endsWith(part) === true,
  contains: (_, part) => (text) => text?.toLowerCase().includes(part) === true,
};
