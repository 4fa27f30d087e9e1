import { MIN_CUT_TEXT_LENGTH, PRESENT } from '@spanhouse/span-row';
import { ACTOR_COLUMN } from './actor-columns.js';
import type { StatementParameters } from './statement.js';

/** SQL: whether a span has such a scalar at the key, and what it is. */
export interface Leaf {
  readonly has: string;
  readonly value: string;
}

/** Columns that hold the scalars at a key apart from the JSON text. Numbers beyond 2^53 are the nearest double. */
export interface Leaves {
  readonly string: Leaf | undefined;
  readonly number: Leaf | undefined;
  readonly bool: Leaf | undefined;
  /** SQL: only the JSON text tells what the span holds. */
  readonly cut: string | undefined;
  /** Texts of `MIN_CUT_TEXT_LENGTH` or more may be cut, as `toMapText` does. */
  readonly cutsTexts: boolean;
  /** The texts and numbers at the key are in the indexes of pairs. */
  readonly isIndexed: boolean;
  /** Maps hold the elements of a list, too: under `<key>.0`, `<key>.1` and so on. */
  readonly hasElements: boolean;
  /** Nothing but these scalars can stand at the key. */
  readonly isComplete: boolean;
}

export const CUT = `bitAnd(present, ${PRESENT.attributes_cut}) != 0`;

/** SQL: the whole text is there. */
export function isWhole(text: string): string {
  return `length(${text}) < ${MIN_CUT_TEXT_LENGTH}`;
}

export function mapLeaves(key: string, parameters: StatementParameters): Leaves {
  const bound = parameters.bind('String', key);
  const leaf = (map: string) => ({
    has: `mapContains(${map}, ${bound})`,
    value: `${map}[${bound}]`,
  });
  return {
    string: leaf('string_attributes'),
    number: leaf('number_attributes'),
    bool: leaf('bool_attributes'),
    cut: CUT,
    cutsTexts: true,
    isIndexed: true,
    hasElements: true,
    isComplete: false,
  };
}

const METRICS: Readonly<Record<string, keyof typeof PRESENT>> = {
  'duration.cumulative': 'duration_ms',
  'errors.incremental': 'errors_incremental',
  'errors.cumulative': 'errors_cumulative',
  'tokens.incremental.prompt': 'tokens_prompt_incremental',
  'tokens.incremental.completion': 'tokens_completion_incremental',
  'tokens.incremental.total': 'tokens_total_incremental',
  'tokens.cumulative.total': 'tokens_total_cumulative',
  'costs.incremental.prompt': 'costs_prompt_incremental',
  'costs.incremental.completion': 'costs_completion_incremental',
  'costs.incremental.total': 'costs_total_incremental',
  'costs.cumulative.total': 'costs_total_cumulative',
};

const NO_LEAVES = {
  ...{ string: undefined, number: undefined, bool: undefined, cut: undefined },
  ...{ cutsTexts: false, isIndexed: false, hasElements: false },
};

const ACTOR_COLUMNS: Readonly<Record<string, string>> = {
  'ag.session.id': ACTOR_COLUMN.session,
  'ag.user.id': ACTOR_COLUMN.user,
};

/** The session's and the user's id, the only things that can stand there; undefined for other keys. */
export function actorLeaves(key: string): Leaves | undefined {
  const column = Object.hasOwn(ACTOR_COLUMNS, key) ? ACTOR_COLUMNS[key] : undefined;
  if (column === undefined) {
    return undefined;
  }
  const string = { has: `${column} IS NOT NULL`, value: `ifNull(${column}, '')` };
  return { ...NO_LEAVES, string, isIndexed: true, isComplete: true };
}

/** The leaves below `ag.type` and `ag.metrics`, which no map holds; undefined for other places there. */
export function columnLeaves(key: string): Leaves | undefined {
  if (key === 'ag.type.trace' || key === 'ag.type.span') {
    const isTrace = key === 'ag.type.trace';
    const has = isTrace ? 'true' : 'has_type_span';
    const string = { has, value: isTrace ? 'trace_type' : 'span_type' };
    return { ...NO_LEAVES, string, isComplete: true };
  }
  const name = key.startsWith('ag.metrics.') ? key.slice('ag.metrics.'.length) : '';
  const column = Object.hasOwn(METRICS, name) ? METRICS[name] : undefined;
  if (column === undefined) {
    return undefined;
  }
  const number = { has: `bitAnd(present, ${PRESENT[column]}) != 0`, value: column };
  return { ...NO_LEAVES, number, isComplete: false };
}
