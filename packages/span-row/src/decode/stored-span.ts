import { type Absence, type Column, presentMarks } from '../columns/column.js';
import { type RowColumn, rowColumns, type StoredSpanColumn } from '../columns/column-table.js';
import type { ColumnDefinition } from '../columns/row-schema-version.js';
import { type ColumnValues, readValue, skipValue, zeroOfType } from './column-values.js';
import type { RowReader } from './row-reader.js';

type StoredMember = Extract<RowColumn, { name: Exclude<StoredSpanColumn, 'present'> }>;

/**
 * A stored span, with a member for each column that lists read. Members have their names of the API,
 * JSON texts have the form that the API returns, ids are hex, and times are nanoseconds since the
 * Unix epoch. Enums are plain texts, because a newer writer may know more values. Every member is
 * always set, so that all spans share one hidden class of the JavaScript engine.
 */
export type StoredSpan = {
  -readonly [Member in StoredMember as Member['name']]:
    | ColumnValues[Member['type']]
    | (Member extends { absent: object } ? undefined : never);
} & {
  /** See CanonicalSpan. */
  has_mapped_usage: boolean;
};

interface Step {
  readonly kind: 'skipped' | 'present' | 'member';
  readonly name: string;
  readonly read: (reader: RowReader) => unknown;
  /** Bit of `present` without which the member is absent. */
  readonly bit: number;
  /** The value that marks an absent member; undefined if no value does. */
  readonly zero: unknown;
  /** This member is absent whenever that other member is absent. */
  readonly with: string | undefined;
}

const readColumns: readonly Column[] = rowColumns.filter((column: Column) => !column.isHidden);
/** The span of a row in which no column is set. */
const unsetSpan: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    readColumns
      .filter(({ name }) => name !== 'present')
      .map(({ name, type, absent, rarelySet }) => [
        name,
        absent === undefined ? (rarelySet?.unset ?? zeroOfType[type]) : undefined,
      ]),
  ),
  has_mapped_usage: false,
};

const mappedUsage = 1 << presentMarks.mapped_usage;

/**
 * Reads one row after another as a span. A column that is left out counts as unset; a column that
 * spans do not show is skipped.
 */
export class StoredSpanReader {
  readonly #steps: readonly Step[];
  /** Pairs of a column that is left out and the column whose value it repeats while it is unset. */
  readonly #repeated: readonly (readonly [string, string])[];

  constructor(columns: readonly ColumnDefinition[]) {
    this.#steps = [...columns.map(toStep), ...leftOut(columns)];
    this.#repeated = readColumns.flatMap(({ name, rarelySet }) =>
      rarelySet?.unsetLike === undefined || columns.some((column) => column.name === name)
        ? []
        : [[name, rarelySet.unsetLike] as const],
    );
  }

  read(reader: RowReader): StoredSpan {
    const span = { ...unsetSpan };
    let present = 0;
    for (const step of this.#steps) {
      const value = step.read(reader);
      if (step.kind === 'present') {
        present = value as number;
        span['has_mapped_usage'] = (present & mappedUsage) !== 0;
      } else if (step.kind === 'member') {
        const isAbsent =
          (present & step.bit) !== step.bit ||
          value === step.zero ||
          (step.with !== undefined && span[step.with] === undefined);
        span[step.name] = isAbsent ? undefined : value;
      }
    }
    for (const [name, other] of this.#repeated) {
      span[name] = span[other];
    }
    return span as StoredSpan;
  }
}

/**
 * Returns the steps for columns that are not in `columns`, if another column decides whether they are absent: a span may
 * have set such a member to the value of an unset row, for example `flags` to 0.
 */
function leftOut(columns: readonly ColumnDefinition[]): readonly Step[] {
  return readColumns
    .filter(({ name, absent = {} }) => {
      const isSelected = columns.some((column) => column.name === name);
      return !isSelected && ('bit' in absent || 'with' in absent);
    })
    .map((column) => ({
      ...toStep(column),
      read: () => column.rarelySet?.unset ?? zeroOfType[column.type],
    }));
}

function toStep({ name, type }: Pick<Column, 'name' | 'type'>): Step {
  const column = readColumns.find((read) => read.name === name);
  const absent: Absence | object = column?.absent ?? {};
  const rest = {
    name,
    bit: 'bit' in absent ? 1 << absent.bit : 0,
    zero: 'value' in absent ? zeroOfType[type] : undefined,
    with: 'with' in absent ? absent.with : undefined,
  };
  if (column === undefined) {
    return { ...rest, kind: 'skipped', read: (reader) => skipValue(reader, type) };
  }
  return { ...rest, kind: name === 'present' ? 'present' : 'member', read: readValue[type] };
}
