import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import { isJsonObject } from '@spanhouse/span-schema';
import type { RowContext } from '../columns/column.js';
import { type ColumnFrom, presentMarks, type RowOrigin } from '../columns/column.js';
import { presentBits } from '../columns/column-table.js';
import { contextColumns } from '../columns/context-columns.js';
import { numberColumns } from '../columns/number-columns.js';
import { originColumns } from '../columns/origin-columns.js';
import { columnsOfVersion } from '../columns/row-schema-version.js';
import { spanColumns } from '../columns/span-columns.js';
import { textColumns } from '../columns/text-columns.js';
import { isNumber, valueWriterOf } from '../encode/column-encoder.js';
import { writeJson } from '../encode/json-text.js';
import { cutText } from '../encode/pair-hash.js';
import { RowWriter } from '../encode/row-writer.js';
import { textWriterOf } from '../encode/text-writers.js';

const INITIAL_BYTES = 65_536;
const MAX_ARRAY_ELEMENTS = 128;

type JsonScalar = null | boolean | number | bigint | string;
type AnyColumn = ColumnFrom<RowContext> | ColumnFrom<CanonicalSpan> | ColumnFrom<RowOrigin>;
const sources: readonly (readonly [readonly AnyColumn[], 'context' | 'span'])[] = [
  [contextColumns, 'context'],
  [spanColumns, 'span'],
  [textColumns, 'span'],
  [numberColumns, 'span'],
  [originColumns, 'span'],
];

/**
 * Encodes a span as a row of version 1 or 2. Such rows have a column for each member, and maps of the scalar leaves.
 * The code is simple and slow. Unlike the original encoders, it does not limit the size of the maps.
 */
export function encodeEarlierRow(
  span: CanonicalSpan,
  context: RowContext,
  version: 1 | 2,
): Uint8Array {
  const row = new RowWriter(INITIAL_BYTES);
  const leaves = leavesOf(span.attributes);
  for (const { column, source } of columnsIn(version)) {
    const value = column.from((source === 'context' ? context : span) as never);
    writeColumn(row, column, column.name === 'present' ? toPresentBits(span, leaves) : value);
  }
  writeSized(row, () => writeJson(row, span.attributes));
  writeMap(row, leaves.strings, (text) => row.string(text));
  writeMap(row, leaves.numbers, (number) => row.float64(number));
  writeMap(row, leaves.bools, (flag) => row.bool(flag));
  return Uint8Array.from(row.written());
}

/** Returns the columns that precede the columns of the attributes, in byte order. */
function columnsIn(version: number) {
  const wanted = new Set<string>(columnsOfVersion(version).map(({ name }) => name));
  return sources
    .flatMap(([columns, source]) => columns.map((column) => ({ column, source })))
    .filter(({ column }) => wanted.has(column.name));
}

function writeColumn(row: RowWriter, column: AnyColumn, value: unknown): void {
  if (column.encoding === undefined) {
    valueWriterOf(column as ColumnFrom<never>)(row, value as never);
  } else {
    writeSized(row, () => {
      if (value !== undefined) {
        textWriterOf(column as ColumnFrom<never>)(row, value as never);
      }
    });
  }
}

function writeSized(row: RowWriter, write: () => void): void {
  const start = row.reserveLength();
  write();
  row.setLength(start);
}

function toPresentBits(span: CanonicalSpan, { isCut }: Leaves): number {
  const columns = [...spanColumns, ...numberColumns, ...originColumns] as readonly AnyColumn[];
  return columns.reduce(
    (present, column) => present | bitsOf(column, column.from(span as never)),
    isCut ? presentBits.attributes_cut : 0,
  );
}

function bitsOf({ name, type, absent, since }: AnyColumn, value: unknown): number {
  if (name === 'present') {
    const later = (1 << presentMarks.has_type_span) | (1 << presentMarks.nothing_submitted);
    return (value as number) & ~later;
  }
  const isPresent = type === 'Float64' ? isNumber(value as JsonValue) : value !== undefined;
  const hasBit = absent !== undefined && 'bit' in absent && since === undefined;
  return hasBit && isPresent ? 1 << absent.bit : 0;
}

interface Leaves {
  readonly strings: Map<string, string>;
  readonly numbers: Map<string, number>;
  readonly bools: Map<string, boolean>;
  isCut: boolean;
}

function leavesOf(attributes: JsonObject): Leaves {
  const leaves: Leaves = {
    strings: new Map(),
    numbers: new Map(),
    bools: new Map(),
    isCut: false,
  };
  addLeaves(leaves, attributes, undefined);
  return leaves;
}

function addLeaves(leaves: Leaves, value: JsonValue, path: string | undefined): void {
  if (!Array.isArray(value) && !isJsonObject(value)) {
    addLeaf(leaves, value, path ?? '');
    return;
  }
  const members = Object.entries(value);
  const listed = Array.isArray(value) ? members.slice(0, MAX_ARRAY_ELEMENTS) : members;
  leaves.isCut ||= listed.length < members.length;
  for (const [name, member] of listed) {
    if (member !== undefined) {
      addLeaves(leaves, member, path === undefined ? name : `${path}.${name}`);
    }
  }
}

function addLeaf(leaves: Leaves, value: JsonScalar, key: string): void {
  const isKnown = [leaves.strings, leaves.numbers, leaves.bools].some((map) => map.has(key));
  if (key === '' || isKnown) {
    leaves.isCut = true;
  } else if (typeof value === 'string') {
    leaves.strings.set(key, cutText(value));
  } else if (typeof value === 'boolean') {
    leaves.bools.set(key, value);
  } else if (value !== null) {
    leaves.numbers.set(key, Number(value) + 0);
  }
}

function writeMap<Value>(
  row: RowWriter,
  map: ReadonlyMap<string, Value>,
  writeValue: (value: Value) => void,
): void {
  row.varint(map.size);
  for (const [key, value] of map) {
    row.string(key);
    writeValue(value);
  }
}
