import { type Column, MIN_CUT_TEXT_LENGTH, presentBits, storedColumns } from '@spanhouse/span-row';
import type { StatementParameters } from '../connection/statement.js';

/** SQL: whether a span has a scalar of one type at the key, and its value. */
export interface Leaf {
  readonly has: string;
  readonly value: string;
}

/** Columns that hold the scalars at a key separately from the JSON text. Numbers above 2^53 are the nearest double. */
export interface Leaves {
  readonly string: Leaf | undefined;
  readonly number: Leaf | undefined;
  readonly bool: Leaf | undefined;
  /** SQL: the columns are incomplete, and only the JSON text holds all values. */
  readonly cut: string | undefined;
  /** Texts of `MIN_CUT_TEXT_LENGTH` or more may be cut, as `toMapText` does. */
  readonly cutsTexts: boolean;
  /** True if the indexes of pairs contain the texts and numbers at the key. */
  readonly isIndexed: boolean;
  /** True if the maps also hold the elements of a list, under `<key>.0`, `<key>.1` and so on. */
  readonly hasElements: boolean;
  /** True if no other values than these scalars are possible at the key. */
  readonly isComplete: boolean;
}

/** SQL: the maps of the row do not hold all attributes. */
export const cut = `bitAnd(present, ${presentBits.attributes_cut}) != 0`;

/** SQL: the text in the map was not cut. */
export function isWhole(text: string): string {
  return `length(${text}) < ${MIN_CUT_TEXT_LENGTH}`;
}

/** Returns the leaves of a key in the maps of attributes. */
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
    cut,
    cutsTexts: true,
    isIndexed: true,
    hasElements: true,
    isComplete: false,
  };
}

/** Columns by the path below `attributes` whose value they hold. */
const columnsByPath = new Map<string, Column<string>>(
  storedColumns.flatMap((column) =>
    column.filter?.startsWith('ag.') === true ? [[column.filter, column]] : [],
  ),
);

const noLeaves = {
  string: undefined,
  number: undefined,
  bool: undefined,
  cut: undefined,
  cutsTexts: false,
  isIndexed: false,
  hasElements: false,
};

/** Returns the leaf of a session or user id, which has a column of its own; undefined for other keys. */
export function actorLeaves(key: string): Leaves | undefined {
  const column = columnsByPath.get(key);
  if (column?.groupBy === undefined) {
    return undefined;
  }
  const { name } = column;
  const string = { has: `${name} IS NOT NULL`, value: `ifNull(${name}, '')` };
  return { ...noLeaves, string, isIndexed: true, isComplete: true };
}

/** Returns the leaf of a key below `ag.type` or `ag.metrics` that has a column; undefined for other keys. */
export function columnLeaves(key: string): Leaves | undefined {
  if (key === 'ag.type.trace' || key === 'ag.type.span') {
    const isTrace = key === 'ag.type.trace';
    const has = isTrace ? 'true' : 'has_type_span';
    const string = { has, value: isTrace ? 'trace_type' : 'span_type' };
    return { ...noLeaves, string, isComplete: true };
  }
  const column = columnsByPath.get(key);
  if (column?.type !== 'Float64' || column.absent === undefined || !('bit' in column.absent)) {
    return undefined;
  }
  const has = `bitAnd(present, ${1 << column.absent.bit}) != 0`;
  return { ...noLeaves, number: { has, value: column.name }, isComplete: false };
}
