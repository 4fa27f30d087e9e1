import { parsable } from './filter-parsable-json.js';
import type { StatementParameters } from './statement.js';

/** Longer paths, and those with digits, are only walked. */
const MAX_PLAIN_SEGMENTS = 32;
/** So many can be cut into names in at most 8 ways: cheaper written out than walked. */
const MAX_CUT_SEGMENTS = 4;
/** A JSON text of more levels cannot be read. */
const MAX_STEPS = 1024;
const INDEX = /^(?:0|[1-9]\d{0,8})$/;

/**
 * SQL for the JSON text of the value that a dotted path leads to, as `valueAtPath` of span-schema
 * finds it; `''` when there is none. `object` is SQL for a JSON text as the encoder of rows writes it.
 */
export function jsonAtPath(object: string, path: string, parameters: StatementParameters): string {
  const segments = path.split('.');
  const isPlain =
    segments.length <= MAX_PLAIN_SEGMENTS && !segments.some((segment) => INDEX.test(segment));
  const end = `position(${object}, ${parameters.bind('String', lastName(segments))}) > 0`;
  if (!isPlain) {
    const steps = Math.min(segments.length, MAX_STEPS);
    return `if(${end}, ${walk({ object, path, steps }, parameters)}, '')`;
  }
  const names = segments.map((segment) => parameters.bind('String', segment));
  const plain = `JSONExtractRaw(${object}, ${names.join(', ')})`;
  if (segments.length === 1) {
    return `if(${end}, ${plain}, '')`;
  }
  const dotted = parameters.bind('Array(String)', dottedNames(segments));
  const walked =
    segments.length <= MAX_CUT_SEGMENTS
      ? `arrayFirst(j -> j != '', [${everyWay(object, segments, parameters)}])`
      : walk({ object, path, steps: segments.length }, parameters);
  // What the names one by one lead to comes first; without a name with dots there is nothing else.
  return `multiIf(NOT (${end}), '', ${plain} != '', ${plain}, multiSearchAny(${object}, ${dotted}), ${walked}, '')`;
}

/** All but the first, which has each name alone. */
function everyWay(
  object: string,
  segments: readonly string[],
  parameters: StatementParameters,
): string {
  const ways = namesOf(segments)
    .slice(1)
    .map((names) => {
      const bound = names.map((name) => parameters.bind('String', name));
      return `JSONExtractRaw(${[object, ...bound].join(', ')})`;
    });
  return ways.join(', ');
}

/** Every way to cut a path into names, those with the shortest first. */
function namesOf(segments: readonly string[]): readonly (readonly string[])[] {
  return segments.flatMap((_segment, index) => {
    const first = segments.slice(0, index + 1).join('.');
    const rest = segments.slice(index + 1);
    return rest.length === 0 ? [[first]] : namesOf(rest).map((names) => [first, ...names]);
  });
}

/**
 * As `jsonAtPath` in the `attributes` of a resource or scope, but the path begins with the longest
 * literal name: `valueAtName` of span-schema.
 */
export function jsonAtName(origin: string, path: string, parameters: StatementParameters): string {
  const object = `JSONExtractRaw(${origin}, 'attributes')`;
  const literal = `JSONExtractRaw(${origin}, 'attributes', ${parameters.bind('String', path)})`;
  if (!path.includes('.')) {
    return literal;
  }
  const steps = Math.min(path.split('.').length, MAX_STEPS);
  const walked = walk({ object, path, steps, isLongestFirst: true }, parameters);
  return `if(${literal} != '', ${literal}, ${walked})`;
}

/** What the text of every object with the path contains: the end of a name, quote and colon. */
function lastName(segments: readonly string[]): string {
  const index = segments.findLastIndex((segment) => !INDEX.test(segment));
  const name = escapeName(segments[index] ?? '');
  return index === segments.length - 1 ? `${name}":` : name;
}

function dottedNames(segments: readonly string[]): string[] {
  const names = segments.map(escapeName);
  return names.slice(1).map((name, index) => `${names[index]}.${name}`);
}

function escapeName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

interface Walk {
  readonly object: string;
  readonly path: string;
  readonly steps: number;
  readonly isLongestFirst?: boolean;
}

/**
 * Follows every way the path can be cut into names, all at once: pairs of a value and the rest of
 * the path, `.` before each of its segments. Their order is the order of preference.
 */
function walk(
  { object, path, steps, isLongestFirst = false }: Walk,
  parameters: StatementParameters,
): string {
  const start = `(${object}, ${parameters.bind('String', `.${path}`)})`;
  const next = nextWays(path.split('.').some((segment) => INDEX.test(segment)));
  const ways = isLongestFirst
    ? `arrayReverse(arrayFlatten(arrayMap(s -> ${next}, [${start}])))`
    : `[${start}]`;
  const step = `arrayFlatten(arrayMap(s -> if(s.2 = '', [s], ${next}), w))`;
  const walked = `arrayFold((w, i) -> ${step}, range(${parameters.bind('UInt32', steps)}), ${ways})`;
  return `arrayFirst(s -> s.2 = '', ${walked}).1`;
}

const MEMBERS = 'JSONExtractKeysAndValuesRaw(v)';
const ELEMENTS =
  'arrayMap((e, n) -> (toString(n - 1), e), JSONExtractArrayRaw(v), arrayEnumerate(JSONExtractArrayRaw(v)))';

function nextWays(hasIndex: boolean): string {
  const members = hasIndex ? `if(startsWith(v, '['), ${ELEMENTS}, ${MEMBERS})` : MEMBERS;
  const fitting = `arrayFilter(m -> startsWith(concat(s.2, '.'), concat('.', m.1, '.')), arrayFlatten(arrayMap(v -> ${members}, [${parsable('s.1')}])))`;
  return `arrayMap(m -> (m.2, substring(s.2, length(m.1) + 2)), arraySort(m -> length(m.1), ${fitting}))`;
}
