import { Buffer } from 'node:buffer';
import type { CanonicalSpan } from '@spanhouse/span-schema';
import { AttributesEncoder } from './attributes-encoder.js';
import { PRESENT } from './present.js';
import { PROMOTED_NUMBERS, promoteNumbers } from './promoted-numbers.js';
import type { RowContext } from './row-context.js';
import { offsetOfColumn } from './row-layout.js';
import { RowWriter } from './row-writer.js';
import {
  CONTEXT_COLUMNS,
  ORIGIN_COLUMNS,
  type RowOrigin,
  type RowSpan,
  SPAN_COLUMNS,
  serviceNameOf,
} from './span-columns.js';

const INITIAL_BYTES = 262_144;
const PREPARED_BYTES = 4096;
const PRESENT_OFFSET = offsetOfColumn('present');

/**
 * Writes spans as ClickHouse RowBinary rows of ROW_SCHEMA_VERSION, one behind the other.
 *
 * Spans, contexts, resources and scopes that were encoded MUST NOT be changed afterwards: what
 * spans share is recognised by identity and written from memory.
 */
export class SpanRowEncoder {
  readonly #row = new RowWriter(INITIAL_BYTES);
  readonly #attributes = new AttributesEncoder();
  readonly #numbers = new Float64Array(PROMOTED_NUMBERS.length);
  readonly #contextBytes = new RowWriter(PREPARED_BYTES);
  readonly #originBytes = new RowWriter(PREPARED_BYTES);
  #byteLength = 0;
  #context: RowContext | undefined;
  #origin: RowOrigin | undefined;
  #originPresent = 0;

  /** Bytes of the rows that were encoded and not taken. */
  get byteLength(): number {
    return this.#byteLength;
  }

  /** Appends a row and returns its length in bytes. When it throws, nothing was appended. */
  encode(span: CanonicalSpan, context: RowContext): number {
    const row = this.#row;
    const start = this.#byteLength;
    row.position = start;
    this.#prepareContext(context);
    this.#prepareOrigin(span);
    const present =
      this.#originPresent | presentMembers(span) | promoteNumbers(span, this.#numbers);
    row.append(this.#contextBytes);
    writeSpanColumns(row, { span, present });
    for (let index = 0; index < this.#numbers.length; index++) {
      row.float64(this.#numbers[index] as number);
    }
    row.append(this.#originBytes);
    if (this.#attributes.encode(row, span.attributes)) {
      row.setBits32(start + PRESENT_OFFSET, PRESENT.attributes_cut);
    }
    this.#byteLength = row.position;
    return row.position - start;
  }

  /**
   * The first `byteLength` bytes, all by default, as a copy that belongs to the caller. MUST end
   * where a row ends; the rows behind it stay.
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

  /** Forgets what lies behind `byteLength`, which MUST be the end of a row. */
  truncate(byteLength: number): void {
    this.#byteLength = byteLength;
  }

  #prepareContext(context: RowContext): void {
    if (this.#context === context) {
      return;
    }
    this.#context = undefined;
    this.#contextBytes.clear();
    for (const column of CONTEXT_COLUMNS) {
      column.write(this.#contextBytes, context);
    }
    this.#context = context;
  }

  #prepareOrigin({ resource, scope }: RowOrigin): void {
    if (this.#origin?.resource === resource && this.#origin?.scope === scope && this.#origin) {
      return;
    }
    this.#origin = undefined;
    this.#originBytes.clear();
    for (const column of ORIGIN_COLUMNS) {
      column.write(this.#originBytes, { resource, scope });
    }
    this.#originPresent =
      bit(serviceNameOf(resource), PRESENT.service_name) |
      bit(scope?.name, PRESENT.scope_name) |
      bit(scope?.version, PRESENT.scope_version);
    this.#origin = { resource, scope };
  }
}

function writeSpanColumns(row: RowWriter, source: RowSpan): void {
  for (let index = 0; index < SPAN_COLUMNS.length; index++) {
    SPAN_COLUMNS[index]?.write(row, source);
  }
}

function presentMembers(span: CanonicalSpan): number {
  const hasException = span.events?.some(({ name }) => name === 'exception') ?? false;
  return (
    bit(span.status_message, PRESENT.status_message) |
    bit(span.session_id, PRESENT.session_id) |
    bit(span.user_id, PRESENT.user_id) |
    bit(span.agent_id, PRESENT.agent_id) |
    bit(span.trace_state, PRESENT.trace_state) |
    bit(span.flags, PRESENT.flags) |
    (hasException ? PRESENT.exception_event : 0)
  );
}

function bit(value: string | number | undefined, present: number): number {
  return value === undefined ? 0 : present;
}
