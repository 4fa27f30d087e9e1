import type { Json } from '../../api/shown-span.js';
import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import type { Outline } from '../outline/outline.js';
import { readSpanId } from '../outline/span-ids.js';

/** Returns true if the span at a position satisfies a condition. */
type SpanTest = (at: number) => boolean;

type FoundColumns = Pick<
  Outline,
  'ids' | 'count' | 'texts' | 'name' | 'service' | 'type' | 'model' | 'status'
>;

/**
 * Returns the words of a filter that consists only of words, so that names can match them too; undefined for other
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
 * Returns the spans that match every word: the name, service, type or model contains it, ignoring case, or it is the
 * id.
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
  return indexesWhere(outline.count, (at) => tests.every((test) => test(at)));
}

/** Returns the spans that match a filter; undefined if the filter needs data that the outline does not hold. */
export function findInOutline(
  outline: FoundColumns,
  filtering: Filtering,
): readonly number[] | undefined {
  const test = testOf(outline, filtering);
  return test && indexesWhere(outline.count, test);
}

function indexesWhere(count: number, test: SpanTest): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < count; at++) {
    if (test(at)) {
      places.push(at);
    }
  }
  return places;
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

/** Status codes in the order of their numbers. */
const statusCodes = ['STATUS_CODE_UNSET', 'STATUS_CODE_OK', 'STATUS_CODE_ERROR'];

function conditionTest(outline: FoundColumns, condition: Condition): SpanTest | undefined {
  const { texts, name, service, type, status } = outline;
  switch (condition.field) {
    case 'span_name':
      return columnTest(name, { texts, condition });
    case 'service_name':
      return columnTest(service, { texts, condition });
    case 'span_type':
      return columnTest(type, { texts, condition });
    case 'status_code':
      return columnTest(status, { texts: statusCodes, condition });
    default:
      return undefined;
  }
}

interface ColumnTest {
  readonly texts: readonly string[];
  readonly condition: Condition;
}

/** Builds a test of a text column. Evaluates the condition once per distinct text. */
function columnTest(
  column: Int32Array | Uint8Array,
  { texts, condition }: ColumnTest,
): SpanTest | undefined {
  const test = textTest(condition);
  if (test === undefined) {
    return undefined;
  }
  const holds = texts.map(test);
  const holdsWithout = test(undefined);
  return (at) => holds[column[at] ?? -1] ?? holdsWithout;
}

/** Returns the test of an operator on an optional text; undefined for unsupported operators. */
function textTest({
  operator,
  value,
}: Condition): ((text: string | undefined) => boolean) | undefined {
  switch (operator) {
    case 'in':
    case 'not_in':
      return Array.isArray(value) ? listTest(value, operator === 'in') : undefined;
    case 'is':
      return typeof value === 'string' ? (text) => text === value : undefined;
    case 'is_not':
      return typeof value === 'string' ? (text) => text !== value : undefined;
    default:
      return typeof value === 'string' ? partTest(operator, value.toLowerCase()) : undefined;
  }
}

function listTest(list: readonly Json[], isIn: boolean) {
  const texts = new Set<Json | undefined>(list);
  return list.every((item) => typeof item === 'string')
    ? (text: string | undefined) => texts.has(text) === isIn
    : undefined;
}

function partTest(operator: string, part: string) {
  switch (operator) {
    case 'startswith':
      return (text: string | undefined) => text?.toLowerCase().startsWith(part) === true;
    case 'endswith':
      return (text: string | undefined) => text?.toLowerCase().endsWith(part) === true;
    case 'contains':
      return (text: string | undefined) => text?.toLowerCase().includes(part) === true;
    default:
      return undefined;
  }
}
