import { bind } from '../connection/statement.js';
import type { SpanHint } from '../span-hint.js';
import { filterToSql } from './filter-to-sql.js';
import { cut } from './leaves.js';
import { mayHavePair } from './pairs.js';

/**
 * Translates a hint into an SQL condition on the columns of `spans`. The condition is false only for spans that the
 * hint excludes.
 */
export function hintToSql(hint: SpanHint): string {
  switch (hint.kind) {
    case 'and':
    case 'or': {
      const operands = hint.operands.map((operand) => hintToSql(operand));
      return `(${operands.join(` ${hint.kind.toUpperCase()} `)})`;
    }
    case 'filter':
      return filterToSql(hint.filter);
    case 'has_value': {
      const { keys, value } = hint;
      const pairs = keys.map((key) => mayHavePair({ key, values: [value], isInList: true }));
      return `(${pairs.join(' OR ')})`;
    }
    case 'has_leaf':
      return hasLeaf(hint);
    case 'mentions': {
      const mentions = hint.texts.map(
        (text) => `position(${hint.part}, ${bind('String', text)}) > 0`,
      );
      return `(${mentions.join(' AND ')})`;
    }
  }
}

/**
 * Returns an SQL condition that searches the key columns. Each key in a column ends with a NUL; the keys of list
 * elements begin with the list's key and a dot.
 */
function hasLeaf({ keys, type }: Extract<SpanHint, { readonly kind: 'has_leaf' }>): string {
  const listed = `concat('\\0', ${type}_keys)`;
  const found = keys.flatMap((key) => {
    const bound = bind('String', key);
    return ["'\\0'", "'.'"].map(
      (end) => `position(${listed}, concat('\\0', ${bound}, ${end})) > 0`,
    );
  });
  return `(${[...found, cut].join(' OR ')})`;
}
