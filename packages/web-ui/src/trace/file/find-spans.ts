import { type Json, type JsonMembers, membersOf, type ShownSpan } from '../../api/shown-span.js';
import type { Condition, Filtering } from '../../filter-bar/filtering.js';
import { writeJson } from '../../parts/values/write-json.js';
import { isList } from './json-members.js';

/** What a page asks for with `POST /spans/query`. */
export interface FileQuery {
  readonly filtering?: Partial<Filtering>;
}

type SpanTest = (span: ShownSpan) => boolean;

/** Returns the spans of a file that match. Throws an Error for a condition that only the service can answer. */
export function findSpans(spans: readonly ShownSpan[], query: FileQuery): readonly ShownSpan[] {
  const { operator = 'and', conditions = [] } = query.filtering ?? {};
  return spans.filter(testOf({ operator, conditions }));
}

function testOf(part: Condition | Filtering): SpanTest {
  if ('field' in part) {
    return conditionTest(part);
  }
  const tests = part.conditions.map(testOf);
  switch (part.operator) {
    case 'or':
      return (span) => tests.some((test) => test(span));
    case 'not':
      return (span) => !tests[0]?.(span);
    default:
      return (span) => tests.every((test) => test(span));
  }
}

/** Fields whose member of a span is compared with the operand as it is. */
const ownFields = ['trace_id', 'span_id', 'parent_id', 'trace_type'];

function conditionTest({ field, key, operator, value = null }: Condition): SpanTest {
  const test = valueTest(operator, value);
  if (field === 'content' && operator === 'contains') {
    const words = String(value).toLowerCase();
    return (span) =>
      writeJson(span as unknown as Json)
        .toLowerCase()
        .includes(words);
  }
  // Nothing in a file can link to its trace, because annotations of it are elsewhere.
  if (field === 'links') {
    return () => false;
  }
  if (ownFields.includes(field) && test !== undefined) {
    return (span) => test((span as unknown as JsonMembers)[field] ?? null);
  }
  if (field === 'attributes' && test !== undefined && key !== undefined) {
    return ({ attributes }) => test(valueOfKey(attributes, key));
  }
  throw new Error(`A file cannot be searched by ${key ?? field} with '${operator}'.`);
}

function valueTest(operator: string, operand: Json): ((value: Json) => boolean) | undefined {
  const list = isList(operand) ? operand : [operand];
  switch (operator) {
    case 'is':
    case 'in':
      return (value) => list.includes(value);
    case 'is_not':
    case 'not_in':
      return (value) => !list.includes(value);
    case 'contains':
      return (value) =>
        typeof value === 'string' && value.toLowerCase().includes(String(operand).toLowerCase());
    default:
      return undefined;
  }
}

function valueOfKey(attributes: JsonMembers | undefined, key: string): Json {
  const found = key
    .split('.')
    .reduce<Json | undefined>((value, name) => membersOf(value)?.[name], attributes);
  return found ?? attributes?.[key] ?? null;
}
