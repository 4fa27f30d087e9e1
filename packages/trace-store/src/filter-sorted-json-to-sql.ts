import { parsable } from './filter-parsable-json.js';

/**
 * SQL for the JSON text `j` with the keys of all objects sorted, as `toSortedJson` of span-schema
 * writes it. Pieces of text and values still to be written stand in one list; every step writes one
 * level, and there are at most as many levels as opening brackets.
 */
const WRITTEN = 0;
const OPEN = 1;
const VALUE = parsable('p.2');
const MEMBERS = `arraySort(JSONExtractKeysAndValuesRaw(${VALUE}))`;
/** The server's settings may escape slashes. */
const NAME = "replaceAll(toJSONString(m.1), '\\\\/', '/')";
const OBJECT = `arrayFlatten(arrayMap((m, n) -> [(${WRITTEN}, concat(if(n = 1, '', ','), ${NAME}, ':')), (${OPEN}, m.2)], ${MEMBERS}, arrayEnumerate(${MEMBERS})))`;
const ELEMENTS = `JSONExtractArrayRaw(${VALUE})`;
const LIST = `arrayFlatten(arrayMap((m, n) -> [(${WRITTEN}, if(n = 1, '', ',')), (${OPEN}, m)], ${ELEMENTS}, arrayEnumerate(${ELEMENTS})))`;
const SCALAR = `[(${WRITTEN}, if(startsWith(p.2, '"'), p.2, replaceRegexpOne(p.2, 'e([0-9])', 'e+\\\\1')))]`;
const PIECES = [
  `p.1 = ${WRITTEN}, [p]`,
  `startsWith(p.2, '{'), arrayConcat([(${WRITTEN}, '{')], ${OBJECT}, [(${WRITTEN}, '}')])`,
  `startsWith(p.2, '['), arrayConcat([(${WRITTEN}, '[')], ${LIST}, [(${WRITTEN}, ']')])`,
  SCALAR,
].join(', ');
const LEVELS = "range(countSubstrings(j, '{') + countSubstrings(j, '[') + 1)";

export const SORTED_JSON = `arrayStringConcat(arrayMap(p -> p.2, arrayFold((w, i) -> arrayFlatten(arrayMap(p -> multiIf(${PIECES}), w)), ${LEVELS}, [(${OPEN}, j)])))`;
