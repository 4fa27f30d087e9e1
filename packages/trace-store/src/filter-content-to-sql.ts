import { type ContentTest, SPAN_TYPES, TRACE_TYPES } from '@spanhouse/span-schema';
import { parsable } from './filter-parsable-json.js';
import type { StatementParameters } from './statement.js';

/** SQL: the words stand side by side in one text of the attributes, or of those of an event. */
export function contentTestToSql({ words }: ContentTest, parameters: StatementParameters): string {
  const wanted = parameters.bind('String', ` ${words.join(' ')} `);
  const conditions = [`position(${TEXTS_OF_WORDS}, ${wanted}) > 0`];
  if (!words.some((word) => IS_TYPE.has(word) || DEPENDS_ON_CONTEXT.test(word))) {
    conditions.unshift(...words.map((word) => mayHaveWord(word, parameters)));
  }
  return `(${conditions.join(' AND ')})`;
}

/** They are texts of the attributes, too, but not in the JSON text of the row. */
const IS_TYPE = new Set<string>([...SPAN_TYPES, ...TRACE_TYPES]);
/** The lower case of a final sigma depends on what stands around it, and there JSON differs. */
const DEPENDS_ON_CONTEXT = /[σς]/;

/**
 * The indexes `attributes_words_bloom` and `events_words_bloom`, as in their migration. Escapes and
 * all but letters and digits are spaces to them; the splitter takes what is not ASCII for letters.
 */
const tokensOf = (column: string) =>
  String.raw`arrayFlatten(arrayMap(t -> tokens(replaceRegexpAll(lowerUTF8(t), '(?:\\\\(?:u[0-9a-f]{4}|.)|[^\\p{L}\\p{Nd}\\x00-\\x7f])+', ' ')), [${column}]))`;

function mayHaveWord(word: string, parameters: StatementParameters): string {
  const bound = parameters.bind('String', word);
  const may = (column: string) =>
    `(indexHint(has(${tokensOf(column)}, ${bound})) AND position(lowerUTF8(${column}), ${bound}) > 0)`;
  return `(${may('attributes')} OR ${may('events')})`;
}

const EVENT_ATTRIBUTES = `arrayStringConcat(arrayMap(x -> JSONExtractRaw(${parsable('x')}, 'attributes'), JSONExtractArrayRaw(events)))`;
const TYPES = `concat('"', trace_type, '"', if(has_type_span, concat('"', span_type, '"'), ''))`;
/** A name is followed by a colon, a value is not. */
const TEXTS = String.raw`arrayFilter(t -> endsWith(t, '"'), extractAll(concat(attributes, ${EVENT_ATTRIBUTES}, ${TYPES}), '"(?:[^"\\\\]|\\\\.)*":?'))`;
const WORDS = String.raw`replaceRegexpAll(lowerUTF8(JSONExtractString(t)), '[^\\p{L}\\p{Nd}]+', ' ')`;
const TEXTS_OF_WORDS = String.raw`arrayStringConcat(arrayMap(t -> concat(' ', ${WORDS}, ' '), ${TEXTS}), '\n')`;
