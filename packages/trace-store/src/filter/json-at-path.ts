import { bind } from '../connection/statement.js';
import { parsable } from './parsable-json.js';

/**
 * Maximum number of segments in a path that is looked up directly. Longer paths and paths with list indexes always use
 * `walk`.
 */
const MAX_PLAIN_SEGMENTS = 32;
/**
 * Maximum number of segments in a path whose divisions into names are tested one by one. Four segments have 8
 * divisions, and testing them costs less than `walk`.
 */
const MAX_CUT_SEGMENTS = 4;
/** Maximum number of steps of `walk`. ClickHouse cannot parse JSON that is nested more deeply than this. */
const MAX_STEPS = 1024;
const indexPattern = /^(?:0|[1-9]\d{0,8})$/;

/**
 * Returns SQL for the JSON of the value at a dotted path, or `''` if there is no value. The result equals that of
 * `valueAtPath` in span-schema. `object` is SQL for the JSON of an object, as rows encode it.
 */
export function jsonAtPath(object: string, path: string): string {
  const segments = path.split('.');
  const isPlain =
    segments.length <= MAX_PLAIN_SEGMENTS &&
    !segments.some((segment) => indexPattern.test(segment));
  const end = `position(${object}, ${bind('String', lastName(segments))}) > 0`;
  if (!isPlain) {
    return `if(${end}, ${walk(object, path)}, '')`;
  }
  const names = segments.map((segment) => bind('String', segment));
  const plain = `JSONExtractRaw(${object}, ${names.join(', ')})`;
  if (segments.length === 1) {
    return `if(${end}, ${plain}, '')`;
  }
  const dotted = bind('Array(String)', dottedNames(segments));
  const walked =
    segments.length <= MAX_CUT_SEGMENTS
      ? `arrayFirst(j -> j != '', [${valueOfAnyDivision(object, segments)}])`
      : walk(object, path);
  // If every name is a single segment of the path, the value at these names takes precedence. Another value can exist
  // only if some name contains a dot.
  return `multiIf(NOT (${end}), '', ${plain} != '', ${plain}, multiSearchAny(${object}, ${dotted}), ${walked}, '')`;
}

/** Returns SQL for the value at each division of the path into names, except the division into single segments. */
function valueOfAnyDivision(object: string, segments: readonly string[]): string {
  const ways = namesOf(segments)
    .slice(1)
    .map((names) => {
      const bound = names.map((name) => bind('String', name));
      return `JSONExtractRaw(${[object, ...bound].join(', ')})`;
    });
  return ways.join(', ');
}

/** Returns every division of a path into names. Divisions with shorter names come first. */
function namesOf(segments: readonly string[]): readonly (readonly string[])[] {
  return segments.flatMap((_segment, index) => {
    const first = segments.slice(0, index + 1).join('.');
    const rest = segments.slice(index + 1);
    return rest.length === 0 ? [[first]] : namesOf(rest).map((names) => [first, ...names]);
  });
}

/**
 * Returns SQL for the JSON of the value at a path in the `attributes` of a resource or scope, or `''` if there is no
 * value. Longer names take precedence, as for `valueAtName` in span-schema.
 */
export function jsonAtName(origin: string, path: string): string {
  const object = `JSONExtractRaw(${origin}, 'attributes')`;
  const literal = `JSONExtractRaw(${origin}, 'attributes', ${bind('String', path)})`;
  if (!path.includes('.')) {
    return literal;
  }
  return `if(${literal} != '', ${literal}, ${walk(object, path, true)})`;
}

/**
 * Returns a string that occurs in every object that has a value at the path. It is the end of the path's last name,
 * followed by a quote and a colon unless the path ends with a list index.
 */
export function lastName(segments: readonly string[]): string {
  const index = segments.findLastIndex((segment) => !indexPattern.test(segment));
  const name = escapeName(segments[index] ?? '');
  return index === segments.length - 1 ? `${name}":` : name;
}

/**
 * Returns search strings for names with dots. If one of the names on a path contains a dot, at least one of the strings
 * occurs in the object.
 */
export function dottedNames(segments: readonly string[]): string[] {
  const names = segments.map(escapeName);
  return names.slice(1).map((name, index) => `${names[index]}.${name}`);
}

function escapeName(name: string): string {
  return JSON.stringify(name).slice(1, -1);
}

/**
 * Returns SQL that follows all divisions of the path into names in parallel. Each state is a pair of a value and the
 * remaining path, in which every segment begins with a dot. States with higher precedence come first.
 */
function walk(object: string, path: string, isLongestFirst = false): string {
  const segments = path.split('.');
  const start = `(${object}, ${bind('String', `.${path}`)})`;
  const next = nextStates(segments.some((segment) => indexPattern.test(segment)));
  const ways = isLongestFirst
    ? `arrayReverse(arrayFlatten(arrayMap(s -> ${next}, [${start}])))`
    : `[${start}]`;
  const step = `arrayFlatten(arrayMap(s -> if(s.2 = '', [s], ${next}), w))`;
  const walked = `arrayFold((w, i) -> ${step}, range(${bind('UInt32', Math.min(segments.length, MAX_STEPS))}), ${ways})`;
  return `arrayFirst(s -> s.2 = '', ${walked}).1`;
}

const membersSql = 'JSONExtractKeysAndValuesRaw(v)';
const elements =
  'arrayMap((e, n) -> (toString(n - 1), e), JSONExtractArrayRaw(v), arrayEnumerate(JSONExtractArrayRaw(v)))';

/**
 * Returns SQL for the successors of a state `s`: one for each member of the state's value that matches the remaining
 * path.
 */
function nextStates(hasIndex: boolean): string {
  const members = hasIndex ? `if(startsWith(v, '['), ${elements}, ${membersSql})` : membersSql;
  const fitting = `arrayFilter(m -> startsWith(concat(s.2, '.'), concat('.', m.1, '.')), arrayFlatten(arrayMap(v -> ${members}, [${parsable('s.1')}])))`;
  return `arrayMap(m -> (m.2, substring(s.2, length(m.1) + 2)), arraySort(m -> length(m.1), ${fitting}))`;
}
