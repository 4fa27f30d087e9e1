import type { Literal } from '../tree/expression.js';
import type { Field } from '../tree/field.js';

/** A token of a query. `offset` is its position in the query. */
export type Token = { readonly text: string; readonly offset: number } & (
  | { readonly kind: 'symbol' | 'word' | 'end' }
  | { readonly kind: 'literal'; readonly literal: Literal }
  | { readonly kind: 'field'; readonly field: Field }
);

/** Returns the match of a sticky pattern at an offset. */
export function matchAt(pattern: RegExp, text: string, offset: number): string | undefined {
  pattern.lastIndex = offset;
  return pattern.exec(text)?.[0];
}
