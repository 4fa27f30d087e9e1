import type { SentCondition, SentFiltering } from '@spanhouse/span-schema/api';
import type { Json } from '../api/shown-span.js';

/** A filter condition as defined by the API; see docs/api/filtering.md. */
export interface Condition extends Omit<SentCondition, 'value'> {
  readonly field: string;
  readonly key?: string;
  readonly operator: string;
  readonly value?: Json;
}

/** A group of conditions and nested groups. */
export interface Filtering extends Omit<SentFiltering, 'conditions'> {
  readonly operator: 'and' | 'or' | 'not';
  readonly conditions: readonly Part[];
}

export type Part = Condition | Filtering;

/** An error in a filter text, with its position. */
export class FilterTextError extends Error {
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.name = 'FilterTextError';
    this.at = at;
  }
}
