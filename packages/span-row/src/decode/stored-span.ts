import { type Absence, type Column, presentBitOf, presentMarks } from '../columns/column.js';
import {
  packedColumns,
  type RowColumn,
  rowColumns,
  type SpanColumnName,
  type StoredMember,
} from '../columns/column-table.js';
import type { ColumnDefinition } from '../columns/row-schema-version.js';
import { type ColumnValues, valueReaders } from './column-values.js';
import type { RowReader } from './row-reader.js';
import { RowDecodeError } from './row-reader.js';

type StoredMemberColumn = Extract<RowColumn, { name: StoredMember }>;

/**
 * A stored span, with one member for each column that queries for spans select and one for each member of `packed`.
 * Members have the same names as in the API. JSON strings have the form that the API returns, ids are hex, and times
 * are nanoseconds since the Unix epoch. Enums are plain strings, because a newer writer may know more values. Every
 * member is always set, so that all spans share one hidden class of the JavaScript engine.
 */
export type StoredSpan = {
  -readonly [Member in StoredMemberColumn as Member['name']]:
    | ColumnValues[Member['type']]
    | (Member extends { absent: object } ? undefined : never);
} & {
  /** Has the same meaning as in CanonicalSpan. */
  has_mapped_usage: boolean;
};

interface Step {
  readonly kind: 'skipped' | 'present' | 'packed' | 'member';
  readonly name: string;
  readonly read: (reader: RowReader) => unknown;
}

/** The rule that decides whether a member is absent. */
interface MemberAbsence {
  readonly name: string;
  /** The bit of `present` that is set if the span has the member. */
  readonly bit: number;
  /** The value that marks the member as absent; undefined if there is no such value. */
  readonly zero: unknown;
  /** Name of another member. If that member is absent, this member is absent too. */
  readonly with: string | undefined;
}

const members: readonly Column[] = rowColumns.filter(
  (column: Column) => !column.isHidden && column.name !== 'present' && column.name !== 'packed',
);
/** The initial value of each span. Reading a row then replaces the members that have a column in the row. */
const unsetSpan: Readonly<Record<string, unknown>> = {
  ...Object.fromEntries(
    members.map(({ name, type, absent }) => [
      name,
      absent === undefined ? valueReaders[type].zero : undefined,
    ]),
  ),
  has_mapped_usage: false,
};
const absences: readonly MemberAbsence[] = members.flatMap(({ name, type, absent }) =>
  absent === undefined ? [] : [{ name, ...describeAbsence(absent, type) }],
);

const mappedUsage = 1 << presentMarks.mapped_usage;
const typeSpan = 1 << presentMarks.has_type_span;

/** Converts rows to spans and skips hidden columns. */
export class StoredSpanReader {
  readonly #steps: readonly Step[];

  constructor(columns: readonly ColumnDefinition[]) {
    this.#steps = columns.map(toStep);
  }

  read(reader: RowReader): StoredSpan {
    const span = { ...unsetSpan };
    let present = 0;
    for (const step of this.#steps) {
      const value = step.read(reader);
      if (step.kind === 'member') {
        span[step.name] = value;
      } else if (step.kind === 'present') {
        present = value as number;
        span['has_mapped_usage'] = (present & mappedUsage) !== 0;
        span['has_type_span'] = (present & typeSpan) !== 0;
      } else if (step.kind === 'packed') {
        readPacked(reader, value as number, span);
      }
    }
    for (const absence of absences) {
      if (isAbsent(span, absence, present)) {
        span[absence.name] = undefined;
      }
    }
    return span as StoredSpan;
  }
}

function isAbsent(
  span: Readonly<Record<string, unknown>>,
  { name, bit, zero, with: other }: MemberAbsence,
  present: number,
): boolean {
  return (
    (present & bit) !== bit ||
    span[name] === zero ||
    (other !== undefined && span[other] === undefined)
  );
}

function describeAbsence(absent: Absence, type: Column['type']): Omit<MemberAbsence, 'name'> {
  return {
    bit: presentBitOf({ absent }),
    zero: 'value' in absent ? valueReaders[type].zero : undefined,
    with: 'with' in absent ? absent.with : undefined,
  };
}

function toStep({
  name,
  type,
}: {
  readonly name: SpanColumnName;
  readonly type: Column['type'];
}): Step {
  if (name === 'packed') {
    return { name, kind: 'packed', read: (reader) => reader.length() };
  }
  if (name === 'present') {
    return { name, kind: 'present', read: valueReaders[type].read };
  }
  return members.some((member) => member.name === name)
    ? { name, kind: 'member', read: valueReaders[type].read }
    : { name, kind: 'skipped', read: valueReaders[type].skip };
}

const fixed = packedColumns
  .filter(({ type }) => type !== 'String')
  .map(({ name, type }) => ({ name, read: valueReaders[type].read }));
const texts = packedColumns.filter(({ type }) => type === 'String').map(({ name }) => name);
const ENDS_BYTES = 4 * texts.length;

/**
 * Reads the column `packed`, `length` bytes long, into the members of a span; see encode/packed-encoder.ts. Throws
 * RowDecodeError if the strings do not fill the column exactly.
 */
function readPacked(reader: RowReader, length: number, span: Record<string, unknown>): void {
  const start = reader.position;
  for (const { name, read } of fixed) {
    span[name] = read(reader);
  }
  const ends = reader.skip(ENDS_BYTES);
  for (let index = 0; index < texts.length; index++) {
    const end = start + reader.uint32At(ends + 4 * index);
    if (end < reader.position) {
      throw new RowDecodeError('a text of `packed` ends before it begins', reader.position);
    }
    span[texts[index] as string] = reader.text(end - reader.position);
  }
  if (reader.position !== start + length) {
    throw new RowDecodeError('the texts of `packed` do not fill it', reader.position);
  }
}
