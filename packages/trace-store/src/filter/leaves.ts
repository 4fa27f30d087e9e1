import { type Column, presentBits, storedColumns } from '@spanhouse/span-row';
import { bind } from '../connection/statement.js';
import { memberSql } from './packed-text.js';

/** SQL for the value at a key, and an SQL condition that is true if the value exists. */
export interface Leaf {
  readonly has: string;
  readonly value: string;
}

/**
 * SQL that reads the scalar at a key from columns other than the attributes JSON. Integers above 2^53 are rounded to
 * the nearest double.
 */
export interface Leaves {
  readonly string: Leaf | undefined;
  readonly number: Leaf | undefined;
  /** SQL conditions that are true if the span has a string (`hasText`) or any scalar (`hasScalar`) at the key. */
  readonly hasText: string;
  readonly hasScalar: string;
  /**
   * SQL condition that is true if the columns lack some leaves of the span, so that the attributes JSON must be read.
   * Undefined if the columns are always complete.
   */
  readonly cut: string | undefined;
  /** True if `attribute_hashes` contains hashes of the scalars at the key. */
  readonly isHashed: boolean;
  /** True if the columns contain every value that the key can have. */
  readonly isComplete: boolean;
}

/**
 * SQL condition that is true if the keys, numbers and hashes of the row do not contain all leaves of its attributes.
 */
export const cut = `bitAnd(present, ${presentBits.attributes_cut}) != 0`;

/** The leaves at a key for which the key columns show whether a span has it. */
interface ListedLeaves extends Leaves {
  readonly number: Leaf;
  readonly hasBool: string;
}

/** Returns the leaves at an attribute key. */
export function listedLeaves(key: string): ListedLeaves {
  // Every key ends with a NUL; this expression adds a NUL before the first key.
  const delimited = (keys: string) => `concat('\\0', ${keys})`;
  const wanted = `concat('\\0', ${bind('String', key)}, '\\0')`;
  const position = (keys: string) => `position(${delimited(keys)}, ${wanted})`;
  const has = (keys: string) => `${position(keys)} > 0`;
  const before = `substring(${delimited('number_keys')}, 1, ${position('number_keys')})`;
  const number = {
    has: has('number_keys'),
    value: `number_values[countSubstrings(${before}, '\\0')]`,
  };
  const hasText = has('string_keys');
  const hasBool = has('bool_keys');
  return {
    string: undefined,
    number,
    hasText,
    hasBool,
    hasScalar: `(${hasText} OR ${number.has} OR ${hasBool})`,
    cut,
    isHashed: true,
    isComplete: false,
  };
}

/**
 * Returns an SQL condition that is true if the attributes may have a string, number or boolean at the key or below it.
 */
export function mayHaveLeaf(key: string): string {
  const start = `concat('\\0', ${bind('String', key)}`;
  const tests = ['string_keys', 'number_keys', 'bool_keys'].flatMap((keys) =>
    [`${start}, '\\0')`, `${start}, '.')`].map(
      (path) => `position(concat('\\0', ${keys}), ${path}) > 0`,
    ),
  );
  return `(${[...tests, cut].join(' OR ')})`;
}

/** Columns, keyed by the path of the attribute that each contains. The paths are relative to `attributes`. */
const columnsByPath = new Map<string, Column<string>>(
  storedColumns.flatMap((column) =>
    column.filter?.startsWith('ag.') === true ? [[column.filter, column]] : [],
  ),
);

/**
 * Returns the leaves at the key of a session id or user id. Both ids have separate columns. Returns undefined for other
 * keys.
 */
export function actorLeaves(key: string): Leaves | undefined {
  const column = columnsByPath.get(key);
  return column?.groupBy === undefined
    ? undefined
    : textLeaves({ has: isPresent(column), value: column.name }, { isHashed: true });
}

/**
 * Returns the leaves of a key that has a column and is below `ag.type` or `ag.metrics`. Returns undefined for other
 * keys.
 */
export function columnLeaves(key: string): Leaves | undefined {
  if (key === 'ag.type.trace' || key === 'ag.type.span') {
    const isTrace = key === 'ag.type.trace';
    const has = isTrace ? 'true' : memberSql('has_type_span');
    const value = isTrace ? 'trace_type' : 'span_type';
    return textLeaves({ has, value }, { isHashed: false });
  }
  const column = columnsByPath.get(key);
  if (column?.type !== 'Float64') {
    return undefined;
  }
  const has = isPresent(column);
  return {
    string: undefined,
    number: { has, value: column.name },
    hasText: 'false',
    hasScalar: has,
    cut: undefined,
    isHashed: false,
    isComplete: false,
  };
}

function textLeaves(string: Leaf, { isHashed }: Pick<Leaves, 'isHashed'>): Leaves {
  return {
    string,
    number: undefined,
    hasText: string.has,
    hasScalar: string.has,
    cut: undefined,
    isHashed,
    isComplete: true,
  };
}

/** Returns an SQL condition that is true if the `present` bit of the column is set. */
function isPresent({ absent }: Column<string>): string {
  const bit = absent !== undefined && 'bit' in absent ? absent.bit : undefined;
  return bit === undefined ? 'true' : `bitAnd(present, ${1 << bit}) != 0`;
}
