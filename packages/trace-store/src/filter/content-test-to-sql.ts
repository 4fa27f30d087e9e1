import { type ContentTest, spanTypes, traceTypes } from '@spanhouse/span-schema';
import { bind } from '../connection/statement.js';
import { memberSql, packedText } from './packed-text.js';
import { parsable } from './parsable-json.js';

/**
 * Returns an SQL condition that is true if one string in the attributes of the span or of its events contains the words
 * in sequence (docs/adr/060).
 */
export function contentTestToSql({ words }: ContentTest): string {
  const wanted = bind('String', ` ${words.join(' ')} `);
  const conditions = [`position(${textsOfWords}, ${wanted}) > 0`];
  if (!words.some((word) => isType.has(word) || dependsOnContext.test(word))) {
    conditions.unshift(...words.map((word) => mayHaveWord(word)));
  }
  return `(${conditions.join(' AND ')})`;
}

/**
 * The names of all span types and trace types. Searches treat them as strings in the attributes, although the stored
 * attributes JSON does not contain them.
 */
const isType = new Set<string>([...spanTypes, ...traceTypes]);
/**
 * Matches characters whose lower case depends on their neighbours. This applies to sigma, whose neighbours in JSON
 * differ from those in the string.
 */
const dependsOnContext = /[σς]/;

/**
 * Returns the SQL expression for the indexes `attributes_words_bloom` and `events_words_bloom`. It MUST equal the
 * expression in the migration that defines these indexes. Because `tokens` treats all non-ASCII characters as letters,
 * the expression replaces escapes and non-ASCII characters other than letters and digits with spaces.
 */
function tokensOf(column: string, text: string) {
  return String.raw`arrayFlatten(arrayMap(t -> tokens(replaceRegexpAll(lowerUTF8(${text}), '(?:\\\\(?:u[0-9a-f]{4}|.)|[^\\p{L}\\p{Nd}\\x00-\\x7f])+', ' ')), [${column}]))`;
}

const attributeTokens = tokensOf('attributes', 't');
const eventTokens = tokensOf('packed', packedText('events', 't'));

function mayHaveWord(word: string): string {
  const bound = bind('String', word);
  const may = (column: string, tokens: string) =>
    `(indexHint(has(${tokens}, ${bound})) AND position(lowerUTF8(${column}), ${bound}) > 0)`;
  return `(${may('attributes', attributeTokens)} OR ${may(memberSql('events'), eventTokens)})`;
}

const eventAttributes = `arrayStringConcat(arrayMap(x -> JSONExtractRaw(${parsable('x')}, 'attributes'), JSONExtractArrayRaw(${memberSql('events')})))`;
const types = `concat('"', trace_type, '"', if(${memberSql('has_type_span')}, concat('"', span_type, '"'), ''))`;
/**
 * SQL for the strings that are values. Member names are excluded; they are recognized by the colon that follows them.
 */
const texts = String.raw`arrayFilter(t -> endsWith(t, '"'), extractAll(concat(attributes, ${eventAttributes}, ${types}), '"(?:[^"\\\\]|\\\\.)*":?'))`;
const words = String.raw`replaceRegexpAll(lowerUTF8(JSONExtractString(t)), '[^\\p{L}\\p{Nd}]+', ' ')`;
const textsOfWords = String.raw`arrayStringConcat(arrayMap(t -> concat(' ', ${words}, ' '), ${texts}), '\n')`;
