import { allOf, anyOf, negateIf } from '../expressions.js';
import { contentOperators } from '../fields.js';
import type { FilterExpression } from '../filter.js';
import { FilterRefusal } from '../refusal.js';
import type { Condition } from '../structure.js';

/** Maximum number of words in a search. Each word becomes a part of the SQL statement. */
const MAX_WORDS = 1000;

/** Splits a string into words: maximal runs of Unicode letters and digits, in lower case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? [];
}

/** Checks a condition on `content`. Throws FilterRefusal if it is invalid. */
export function checkContentCondition({ operator, value = null }: Condition): FilterExpression {
  if (!contentOperators.includes(operator)) {
    throw new FilterRefusal("'content' only supports full-text search operator: 'contains'.");
  }
  if (value === null) {
    throw new FilterRefusal(
      "'content' value is required and thus never null for full-text search.",
    );
  }
  if (typeof value !== 'string') {
    throw new FilterRefusal("'content' value must be a string for full-text search.");
  }
  const terms = readTerms(value);
  if (terms.reduce((count, { words }) => count + words.length, 0) > MAX_WORDS) {
    throw new FilterRefusal(`'content' value has more than ${MAX_WORDS} words.`);
  }
  return allOf(joinAlternatives(terms));
}

interface Term {
  readonly isExcluded: boolean;
  readonly isPhrase: boolean;
  readonly words: readonly string[];
}

/**
 * Matches one search term: an optional minus, followed by a quoted phrase or by characters other than spaces and
 * quotes.
 */
const term = /(?:(?<=^|\s)(-))?(?:"([^"]*)"|([^\s"]+))/gu;

/** Parses the terms of a search. Omits terms without words, because they have no effect. */
function readTerms(text: string): readonly Term[] {
  const terms = [...text.matchAll(term)].map(([, minus, phrase, plain]) => ({
    isExcluded: minus !== undefined,
    isPhrase: phrase !== undefined,
    words: wordsOf(phrase ?? plain ?? ''),
  }));
  return terms.filter(({ words }) => words.length > 0);
}

/**
 * Returns the operands of the AND. Terms that are joined by `or` form one operand. An `or` without a term on both sides
 * is an ordinary word.
 */
function joinAlternatives(terms: readonly Term[]): readonly FilterExpression[] {
  const groups: FilterExpression[][] = [];
  for (let index = 0; index < terms.length; index++) {
    const term = terms[index] as Term;
    const next = terms[index + 1];
    const group = groups.at(-1);
    if (isOr(term) && group !== undefined && next !== undefined) {
      group.push(toExpression(next));
      index += 1;
    } else {
      groups.push([toExpression(term)]);
    }
  }
  return groups.map(anyOf);
}

function isOr({ isExcluded, isPhrase, words }: Term): boolean {
  return !(isExcluded || isPhrase) && words.length === 1 && words[0] === 'or';
}

function toExpression({ isExcluded, isPhrase, words }: Term): FilterExpression {
  const phrases = isPhrase ? [words] : words.map((word) => [word]);
  const tests = phrases.map((phrase): FilterExpression => ({ kind: 'content', words: phrase }));
  return negateIf(isExcluded, allOf(tests));
}
