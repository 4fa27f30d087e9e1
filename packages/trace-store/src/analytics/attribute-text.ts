import type { StatementParameters } from '../connection/statement.js';
import { dottedNames, lastName } from '../filter/json-at-path.js';
import { longTexts } from '../span-tally.js';

/** Every text of 256 characters takes less, however it is escaped: longer ones are not listed as values. */
const MAX_BYTES = 2048;

/**
 * SQL: the text of the tally key `attribute`. A value counts where only the plain names can lead to it: no name of the
 * text contains a dot of the key, and ingest found no contradicting keys. ClickHouse rounds integers that exceed 64
 * bits, and finds nothing in a text that it cannot parse.
 */
export function attributeText(key: string, parameters: StatementParameters): string {
  const names = key.split('.');
  const end = parameters.bind('String', lastName(names));
  const odd = parameters.bind('Array(String)', [...dottedNames(names), '"_conflicts":']);
  const path = names.map((name) => parameters.bind('String', name));
  const value = `JSONExtractRaw(attributes, ${path.join(', ')})`;
  const text = `multiIf(${[
    `position(attributes, ${end}) = 0`,
    `'='`,
    `multiSearchAny(attributes, ${odd})`,
    'attributes',
    `${value} = ''`,
    `if(isValidJSON(attributes), '=', attributes)`,
    `startsWith(${value}, '{') OR ${value} = 'null'`,
    `'='`,
    `NOT startsWith(${value}, '"') AND match(${value}, '(^|[^.0-9])[0-9]{19}')`,
    'attributes',
    `concat('=', ${value})`,
  ].join(', ')})`;
  const short = `length(t) <= ${MAX_BYTES}, t, startsWith(t, '="'), '${longTexts.value}', '${longTexts.other}'`;
  return `arrayMap(t -> multiIf(${short}), [${text}])[1]`;
}
