import { isJsonObject, type JsonTest, type JsonValue } from '@spanhouse/span-schema';
import { bind, share } from '../connection/statement.js';
import {
  compareToNumber,
  isNumber,
  type JsonComparison,
  numberText,
  sqlComparison,
} from './compare-to-number.js';
import { isJsonScalar, type JsonScalar, toJsonLiterals } from './json-literal.js';
import { parsable } from './parsable-json.js';
import { textMatches } from './text-matches.js';

/**
 * Translates a test of a JSON value into SQL. `json` is SQL for the JSON, which is `''` if there is no value. Scalars
 * are compared by their JSON, because JSONExtractRaw returns the same JSON for equal scalars.
 */
export function jsonTestToSql(json: string, test: JsonTest): string {
  return test.kind === 'exists'
    ? `${json} != ''`
    : `arrayExists(j -> ${testToSql(test)}, [${json}])`;
}

function testToSql(test: Exclude<JsonTest, { kind: 'exists' }>) {
  switch (test.kind) {
    case 'contains':
      return jsonContains('j', test.value);
    case 'one_of':
      return oneOf(test.values);
    case 'all_of':
      return allOf(test.values);
    case 'compare':
      return typeof test.operand === 'string'
        ? compareToText(test.comparison, test.operand)
        : `(${isNumber('j')} AND ${compareToNumber('j', { ...test, operand: test.operand })})`;
    case 'text': {
      const text = `multiIf(startsWith(j, '"'), JSONExtractString(j), ${isNumber('j')}, ${numberText('j')}, ${sortedJson})`;
      return `(j NOT IN ('', 'null') AND ${textMatches(text, test)})`;
    }
  }
}

/**
 * Returns an SQL condition that is true if the JSON value contains `value`. An object must contain all members of
 * `value`, and a list must contain all its elements in any order. A scalar must be equal to it.
 */
export function jsonContains(json: string, value: JsonValue): string {
  return containsAt({ json, names: [], level: 1 }, value);
}

/** A location in JSON. Each name selects a member of the current object. */
interface JsonLocation {
  readonly json: string;
  readonly names: readonly string[];
  readonly level: number;
}

function containsAt(location: JsonLocation, value: JsonValue): string {
  if (isJsonScalar(value)) {
    return equals(rawAt(location), value);
  }
  if (!isJsonObject(value)) {
    return listContains(location, value);
  }
  const members = Object.entries(value).map(([name, part]) => {
    const { definition, reference } = share(bind('String', name));
    return `${definition}${containsAt({ ...location, names: [...location.names, reference] }, part)}`;
  });
  return members.length === 0
    ? `startsWith(${rawAt(location)}, '{')`
    : `(${members.join(' AND ')})`;
}

function listContains(location: JsonLocation, values: readonly JsonValue[]): string {
  const list = `JSONExtractArrayRaw(${[parsable(location.json), ...location.names].join(', ')})`;
  const scalars = values.filter(isJsonScalar);
  const hasOneText = (value: JsonScalar) => toJsonLiterals(value).length === 1;
  const plain = scalars.filter(hasOneText);
  const conditions = plain.length === 0 ? [] : [`hasAll(${list}, ${bindTexts(plain)})`];
  if (plain.length < scalars.length) {
    const others = scalars.filter((value) => !hasOneText(value));
    conditions.push(`hasAny(${list}, ${bindTexts(others)})`); // only one scalar has two JSON representations
  }
  for (const value of values) {
    if (!isJsonScalar(value)) {
      conditions.push(someElement({ list, level: location.level }, value));
    }
  }
  return conditions.length === 0
    ? `startsWith(${rawAt(location)}, '[')`
    : `(${conditions.join(' AND ')})`;
}

function someElement(
  { list, level }: { readonly list: string; readonly level: number },
  value: JsonValue,
): string {
  const element = `e${level}`;
  const location = { json: element, names: [], level: level + 1 };
  return `arrayExists(${element} -> ${containsAt(location, value)}, ${list})`;
}

function rawAt({ json, names }: JsonLocation): string {
  return names.length === 0 ? json : `JSONExtractRaw(${parsable(json)}, ${names.join(', ')})`;
}

const jElements = `JSONExtractArrayRaw(${parsable('j')})`;

function oneOf(values: readonly JsonValue[]): string {
  const scalars = values.filter(isJsonScalar);
  const conditions = [];
  if (scalars.length > 0) {
    const bound = bindTexts(scalars);
    conditions.push(`has(${bound}, j)`, `hasAny(${jElements}, ${bound})`);
  }
  for (const value of values) {
    if (!isJsonScalar(value)) {
      conditions.push(someElement({ list: jElements, level: 1 }, value));
    }
  }
  return conditions.length === 0 ? 'false' : `(${conditions.join(' OR ')})`;
}

function allOf(values: readonly JsonValue[]): string {
  const inList = listContains({ json: 'j', names: [], level: 1 }, values);
  const [first, ...rest] = [...new Set(values)];
  return first === undefined || rest.length > 0 || !isJsonScalar(first)
    ? inList
    : `(${equals('j', first)} OR ${inList})`;
}

function compareToText(comparison: JsonComparison, operand: string): string {
  const bound = bind('String', operand);
  const text = `if(startsWith(j, '"'), JSONExtractString(j), ${numberText('j')})`;
  return `((startsWith(j, '"') OR ${isNumber('j')}) AND ${text} ${sqlComparison[comparison]} ${bound})`;
}

/** Returns an SQL condition that is true if the JSON represents the scalar. */
function equals(json: string, value: JsonScalar): string {
  const texts = toJsonLiterals(value).map(
    (literal) => `JSONExtractRaw(${bind('String', literal)})`,
  );
  return texts.length === 1 ? `${json} = ${texts[0]}` : `${json} IN (${texts.join(', ')})`;
}

/** Returns SQL for a list with the JSON of each scalar. */
function bindTexts(values: readonly JsonScalar[]): string {
  const literals = bind('Array(String)', values.flatMap(toJsonLiterals));
  return `arrayMap(v -> JSONExtractRaw(v), ${literals})`;
}

// The SQL below processes a list in which some items are finished JSON and others are values still to be encoded. Every
// step encodes one level of nesting. A value has at most as many levels as it has opening brackets.
const WRITTEN = 0;
const OPEN = 1;
const value = parsable('p.2');
const members = `arraySort(JSONExtractKeysAndValuesRaw(${value}))`;
/** The name is normalized because the server's settings can make ClickHouse escape slashes. */
const name = "replaceAll(toJSONString(m.1), '\\\\/', '/')";
const object = `arrayFlatten(arrayMap((m, n) -> [(${WRITTEN}, concat(if(n = 1, '', ','), ${name}, ':')), (${OPEN}, m.2)], ${members}, arrayEnumerate(${members})))`;
const elements = `JSONExtractArrayRaw(${value})`;
const list = `arrayFlatten(arrayMap((m, n) -> [(${WRITTEN}, if(n = 1, '', ',')), (${OPEN}, m)], ${elements}, arrayEnumerate(${elements})))`;
const scalar = `[(${WRITTEN}, if(startsWith(p.2, '"'), p.2, replaceRegexpOne(p.2, 'e([0-9])', 'e+\\\\1')))]`;
const pieces = [
  `p.1 = ${WRITTEN}, [p]`,
  `startsWith(p.2, '{'), arrayConcat([(${WRITTEN}, '{')], ${object}, [(${WRITTEN}, '}')])`,
  `startsWith(p.2, '['), arrayConcat([(${WRITTEN}, '[')], ${list}, [(${WRITTEN}, ']')])`,
  scalar,
].join(', ');
const levels = "range(countSubstrings(j, '{') + countSubstrings(j, '[') + 1)";

/**
 * SQL for the JSON `j` with the keys of every object sorted. The result equals that of `toSortedJson` in span-schema.
 */
const sortedJson = `arrayStringConcat(arrayMap(p -> p.2, arrayFold((w, i) -> arrayFlatten(arrayMap(p -> multiIf(${pieces}), w)), ${levels}, [(${OPEN}, j)])))`;
