import type { StatementParameters } from '../../connection/statement.js';
import { dottedNames, lastName } from '../../filter/json-at-path.js';

/** Maximum size of a JSON text. A string of 256 characters is always smaller, however it is escaped. */
const MAX_BYTES = 2048;
/** Texts that replace a string, or a list or all attributes, if the original exceeds `MAX_BYTES`. */
export const truncated = { string: '"', other: '!' } as const;

/**
 * Returns SQL for `=` and the JSON of the value of an attribute key, `=` without a value, the JSON of all attributes,
 * or one of `truncated`. The value counts only if no name in the attributes contains a dot of the key and ingest found
 * no contradicting keys. ClickHouse rounds integers beyond 64 bits, and finds nothing in JSON that it cannot parse.
 */
export function attributeText(key: string, parameters: StatementParameters): string {
  const names = key.split('.');
  const end = parameters.bind('String', lastName(names));
  const ambiguous = parameters.bind('Array(String)', [...dottedNames(names), '"_conflicts":']);
  const path = names.map((name) => parameters.bind('String', name));
  const value = `JSONExtractRaw(attributes, ${path.join(', ')})`;
  const text = `multiIf(${[
    `position(attributes, ${end}) = 0`,
    `'='`,
    `multiSearchAny(attributes, ${ambiguous})`,
    'attributes',
    `${value} = ''`,
    `if(isValidJSON(attributes), '=', attributes)`,
    `startsWith(${value}, '{') OR ${value} = 'null'`,
    `'='`,
    `NOT startsWith(${value}, '"') AND match(${value}, '(^|[^.0-9])[0-9]{19}')`,
    'attributes',
    `concat('=', ${value})`,
  ].join(', ')})`;
  const short = `length(t) <= ${MAX_BYTES}, t, startsWith(t, '="'), '${truncated.string}', '${truncated.other}'`;
  return `arrayMap(t -> multiIf(${short}), [${text}])[1]`;
}
