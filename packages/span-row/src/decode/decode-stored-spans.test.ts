import { aCanonicalSpan, anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { ROW_SCHEMA_VERSION, UnknownRowVersionError } from '../columns/row-schema-version.js';
import { SpanRowEncoder } from '../encode/span-row-encoder.js';
import { aRowContext } from '../testing/index.js';
import { decodeColumns } from './decode-columns.js';
import { decodeSpanRows, decodeStoredSpans, splitRows } from './decode-stored-spans.js';
import { RowDecodeError } from './row-reader.js';

const VERSION = ROW_SCHEMA_VERSION;

function rowOf(span = aCanonicalSpan()): Uint8Array {
  const encoder = new SpanRowEncoder();
  encoder.encode(span, aRowContext());
  return encoder.take();
}

describe('decodeSpanRows', () => {
  it('returns no rows for no bytes', () => {
    expect(decodeSpanRows(new Uint8Array(), VERSION)).toEqual([]);
    expect(splitRows(new Uint8Array(), VERSION)).toEqual([]);
  });

  it('refuses a row that is cut off at any byte', () => {
    const row = rowOf(
      aCanonicalSpan({ attributes: { s: 'text', n: 1, b: true, ag: { data: {} } } }),
    );
    for (let length = 1; length < row.length; length++) {
      // The row is copied, so that a read beyond its end cannot find the missing bytes.
      const cut = Uint8Array.from(row.subarray(0, length));
      expect(() => decodeSpanRows(cut, VERSION)).toThrow(RowDecodeError);
      expect(() => splitRows(cut, VERSION)).toThrow(RowDecodeError);
    }
  });

  it('returns rows or throws a RowDecodeError for damaged bytes, and no other error', () => {
    fc.assert(
      fc.property(
        anyCanonicalSpan(),
        fc.array(fc.tuple(fc.nat(), fc.integer({ min: 0, max: 255 })), { minLength: 1 }),
        (span, damage) => {
          const row = rowOf(span);
          for (const [at, byte] of damage) {
            row[at % row.length] = byte;
          }
          for (const read of [decodeSpanRows, splitRows]) {
            try {
              read(row, VERSION);
            } catch (error) {
              expect(error).toBeInstanceOf(RowDecodeError);
            }
          }
        },
      ),
    );
  });

  it('throws UnknownRowVersionError for a version that it does not know', () => {
    expect(() => decodeSpanRows(rowOf(), VERSION + 1)).toThrow(UnknownRowVersionError);
    expect(() => splitRows(rowOf(), 0)).toThrow(UnknownRowVersionError);
  });
});

describe('decodeColumns', () => {
  it('refuses a length or count that exceeds the bytes', () => {
    for (const bytes of [
      [0xff, 0xff, 0xff, 0xff, 0x7f],
      [0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x01],
      [2, 0],
    ]) {
      expect(() => decodeColumns(['attribute_hashes'], Uint8Array.from(bytes))).toThrow(
        RowDecodeError,
      );
      expect(() => decodeColumns(['span_name'], Uint8Array.from(bytes))).toThrow(RowDecodeError);
    }
  });

  it('refuses rows of other columns', () => {
    expect(() => decodeColumns(['trace_id', 'start_time'], new Uint8Array(25))).toThrow(
      RowDecodeError,
    );
    expect(() => decodeStoredSpans(new Uint8Array(25))).toThrow(RowDecodeError);
  });
});
