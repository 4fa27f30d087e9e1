import type { FilterExpression } from './filter.js';
import { allOf, anyOf, NOTHING, negateIf } from './filter-expressions.js';
import { FilterRefusal } from './filter-refusal.js';
import type { Condition } from './filter-structure.js';

/** Each is a part of a statement. */
const MAX_WORDS = 1000;

/** The words of a text: maximal runs of Unicode letters and digits, lower-case. */
export function wordsOf(text: string): readonly string[] {
  return text.toLowerCase().match(/[\p{L}\p{Nd}]+/gu) ?? [];
}

export function checkContentCondition({ operator, value = null }: Condition): FilterExpression {
  if (operator !== 'contains') {
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
  const [first, ...rest] = joinAlternatives(terms);
  return first === undefined ? NOTHING : allOf([first, ...rest]);
}

interface Term {
  readonly isExcluded: boolean;
  readonly isPhrase: boolean;
  readonly words: readonly string[];
}

/** A minus before a word or phrase, a phrase in quotes, or what stands between spaces and quotes. */
const TERM = /(?:(?<=^|\s)(-))?(?:"([^"]*)"|([^\s"]+))/gu;

/** Terms without a word say nothing. */
function readTerms(text: string): readonly Term[] {
  const terms = [...text.matchAll(TERM)].map(([, minus, phrase, plain]) => ({
    isExcluded: minus !== undefined,
    isPhrase: phrase !== undefined,
    words: wordsOf(phrase ?? plain ?? ''),
  }));
  return terms.filter(({ words }) => words.length > 0);
}

/** What `or` joins is one operand of AND. An `or` with nothing to join is a word. */
function joinAlternatives(terms: readonly Term[]): readonly FilterExpression[] {
  const groups: [FilterExpression, ...FilterExpression[]][] = [];
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
  const [first = NOTHING, ...rest] = phrases.map(
    (phrase): FilterExpression => ({ kind: 'content', words: phrase }),
  );
  return negateIf(isExcluded, allOf([first, ...rest]));
}
