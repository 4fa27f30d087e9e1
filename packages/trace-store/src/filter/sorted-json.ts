import { parsable } from './parsable-json.js';

// The SQL below has one list of written texts and open values. Every step of the fold opens one level, and a text has
// at most as many levels as opening brackets.
const WRITTEN = 0;
const OPEN = 1;
const value = parsable('p.2');
const members = `arraySort(JSONExtractKeysAndValuesRaw(${value}))`;
/** Server settings may make ClickHouse escape slashes. */
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

/** SQL for the JSON text `j` with the keys of all objects sorted, as `toSortedJson` of span-schema writes it. */
export const sortedJson = `arrayStringConcat(arrayMap(p -> p.2, arrayFold((w, i) -> arrayFlatten(arrayMap(p -> multiIf(${pieces}), w)), ${levels}, [(${OPEN}, j)])))`;
