import { Buffer } from 'node:buffer';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import type { RowContext } from '../columns/column.js';
import { type ColumnFrom, presentMarks, type RowOrigin } from '../columns/column.js';
import { isInVersion, offsetOfColumn } from '../columns/column-table.js';
import { contextColumns } from '../columns/context-columns.js';
import { numberColumns } from '../columns/number-columns.js';
import { originColumns } from '../columns/origin-columns.js';
import { ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';
import { spanColumns } from '../columns/span-columns.js';
import { AttributesEncoder } from './attributes-encoder.js';
import { ColumnEncoder } from './column-encoder.js';
import { RowLimitReached } from './limited-buffer.js';
import { PackedEncoder } from './packed-encoder.js';
import { RowWriter } from './row-writer.js';

const INITIAL_BYTES = 262_144;
const PREPARED_BYTES = 4096;
const presentOffset = offsetOfColumn('present', ROW_SCHEMA_VERSION);
const cutBit = 1 << presentMarks.attributes_cut;

const contextEncoder = new ColumnEncoder<RowContext>(currentColumns(contextColumns));
const spanEncoder = new ColumnEncoder<CanonicalSpan>(
  currentColumns([...spanColumns, ...numberColumns]),
);
const originEncoder = new ColumnEncoder<RowOrigin>(currentColumns(originColumns));

/**
 * Writes spans as ClickHouse RowBinary rows of ROW_SCHEMA_VERSION, one after another. An encoder reuses its buffers.
 * The caller MUST NOT change a context, resource or scope after it has been encoded. The encoder recognises an object
 * that it has encoded before and copies the earlier bytes.
 */
export class SpanRowEncoder {
  readonly #row = new RowWriter(INITIAL_BYTES);
  readonly #attributes = new AttributesEncoder();
  readonly #contextBytes = new RowWriter(PREPARED_BYTES);
  readonly #originBytes = new RowWriter(PREPARED_BYTES);
  readonly #packed = new PackedEncoder();
  #byteLength = 0;
  #context: RowContext | undefined;
  #origin: RowOrigin | undefined;
  #originPresent = 0;

  /** Total size of the rows that have been encoded and not taken yet. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Counts of the work on attributes since the start, for tests. */
  get work(): AttributesEncoder['work'] {
    return this.#attributes.work;
  }

  /**
   * Appends a row and returns its length in bytes. If the row would be longer than `maxBytes`, appends nothing and
   * returns `undefined`. If it throws, it appends nothing.
   */
  encode(
    span: CanonicalSpan,
    context: RowContext,
    maxBytes = Number.POSITIVE_INFINITY,
  ): number | undefined {
    const row = this.#row;
    const start = this.#byteLength;
    row.position = start;
    row.limit = start + maxBytes;
    try {
      this.#writeRow(span, context);
    } catch (error) {
      if (error instanceof RowLimitReached) {
        return undefined;
      }
      throw error;
    }
    const length = row.position - start;
    if (length > maxBytes) {
      return undefined;
    }
    this.#byteLength = row.position;
    return length;
  }

  /**
   * Removes the first `byteLength` bytes, by default all bytes, and returns a copy that the caller owns. `byteLength`
   * MUST be the end of a row. Later rows stay in the encoder.
   */
  take(byteLength = this.#byteLength): Uint8Array {
    const row = this.#row;
    const taken = Buffer.allocUnsafeSlow(byteLength);
    row.bytes.copy(taken, 0, 0, byteLength);
    row.bytes.copyWithin(0, byteLength, this.#byteLength);
    this.#byteLength -= byteLength;
    if (this.#byteLength === 0) {
      row.clear();
    }
    return taken;
  }

  /** Discards the rows after `byteLength`, which MUST be the end of a row. */
  truncate(byteLength: number): void {
    this.#byteLength = byteLength;
  }

  #writeRow(span: CanonicalSpan, context: RowContext): void {
    const row = this.#row;
    const start = row.position;
    this.#prepareContext(context);
    this.#prepareOrigin(span);
    row.append(this.#contextBytes);
    let present = this.#originPresent | spanEncoder.encode(row, span);
    row.append(this.#originBytes);
    present |= this.#packed.encode(row, span);
    if (this.#attributes.encode(row, span.attributes)) {
      present |= cutBit;
    }
    row.setBits32(start + presentOffset, present);
  }

  #prepareContext(context: RowContext): void {
    if (this.#context === context) {
      return;
    }
    this.#context = undefined;
    this.#contextBytes.clear();
    contextEncoder.encode(this.#contextBytes, context);
    this.#packed.prepareContext(context);
    this.#context = context;
  }

  #prepareOrigin({ resource, scope }: RowOrigin): void {
    if (this.#origin?.resource === resource && this.#origin?.scope === scope && this.#origin) {
      return;
    }
    this.#origin = undefined;
    this.#originBytes.clear();
    const origin = { resource, scope };
    this.#originPresent = originEncoder.encode(this.#originBytes, origin);
    this.#packed.prepareOrigin(origin);
    this.#origin = origin;
  }
}

/** Returns the given columns that belong to rows of the current version. */
function currentColumns<Source>(
  columns: readonly ColumnFrom<Source>[],
): readonly ColumnFrom<Source>[] {
  return columns.filter((column) => isInVersion(column, ROW_SCHEMA_VERSION));
}
