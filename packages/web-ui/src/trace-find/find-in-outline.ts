import type { Filtering } from '../filter-bar/filtering.js';
import type { Outline } from '../outline/outline.js';

/** Returns the words of a filter that has nothing but words, which names may answer too; undefined for others. */
export function wordsOf(filtering: Filtering): readonly string[] | undefined {
  const words = filtering.conditions.map((part) =>
    'field' in part && part.field === 'content' && typeof part.value === 'string'
      ? part.value.toLowerCase()
      : undefined,
  );
  return filtering.operator === 'and' && words.every((word) => word !== undefined)
    ? words
    : undefined;
}

/** Returns the spans whose name, service, type, model or id contains every word, whatever its case. */
export function findWords(outline: Outline, words: readonly string[]): readonly number[] {
  const { texts, name, service, type, model, spanIds } = outline;
  const containing = words.map((word) => texts.map((text) => text.toLowerCase().includes(word)));
  const columns = [name, service, type, model];
  return [...spanIds.keys()].filter((at) =>
    words.every(
      (word, number) =>
        columns.some((column) => containing[number]?.[column[at] ?? -1]) || spanIds[at] === word,
    ),
  );
}
