import fc from 'fast-check';
import { type BlockRecord, encodeBlockRecord, parseBlockRecord } from './block-record.js';

const MAX_OFFSET = 2 ** 48 - 1;
const MAX_METADATA_BYTES = 4000;

const record: BlockRecord = {
  partition: 3,
  first: 10,
  last: 12,
  digest: '0123456789abcdef0123456789abcdef',
  rowSchemaVersion: 1,
  frameBytes: 300,
};

/** Any UTF-16 code unit. A reason may have been cut between two surrogates. */
const anyUtf16Unit = fc.nat({ max: 0xff_ff }).map((unit) => String.fromCharCode(unit));

const anyPlan = fc
  .uniqueArray(fc.nat({ max: 1_000_000 }), { minLength: 2, maxLength: 22 })
  .chain((bounds) =>
    fc.record(
      {
        bounds: fc.constant(bounds.toSorted((a, b) => a - b)),
        refused: fc.string({ unit: anyUtf16Unit, maxLength: 400 }),
      },
      { requiredKeys: ['bounds'] },
    ),
  );

const anyRecord = fc
  .record(
    {
      partition: fc.nat({ max: 1000 }),
      first: fc.maxSafeNat(),
      last: fc.maxSafeNat(),
      digest: fc.string({
        unit: fc.constantFrom(...'0123456789abcdef'),
        minLength: 32,
        maxLength: 32,
      }),
      rowSchemaVersion: fc.nat({ max: 1000 }),
      frameBytes: fc.nat(),
      plan: anyPlan,
    },
    { requiredKeys: ['partition', 'first', 'last', 'digest', 'rowSchemaVersion', 'frameBytes'] },
  )
  .map(({ first, last, ...rest }) => {
    const [low, high] = [first % MAX_OFFSET, last % MAX_OFFSET].toSorted((a, b) => a - b);
    return { ...rest, first: low ?? 0, last: high ?? 0 };
  });

describe('parseBlockRecord', () => {
  it('parses every encoded record, and the text fits into commit metadata', () => {
    fc.assert(
      fc.property(anyRecord, (any) => {
        const text = encodeBlockRecord(any);

        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MAX_METADATA_BYTES);
        expect(parseBlockRecord(any.partition, text)).toEqual(any);
      }),
    );
  });

  it('finds no record in empty metadata', () => {
    expect(parseBlockRecord(3, '')).toBeUndefined();
  });

  it.each([
    ['text', 'a note of another program'],
    ['another version', encodeBlockRecord(record).replace('"version":1', '"version":2')],
    ['an unknown member', encodeBlockRecord(record).replace('{', '{"more":1,')],
    ['a range that ends before it begins', encodeBlockRecord({ ...record, last: 9 })],
    ['bounds out of order', encodeBlockRecord({ ...record, plan: { bounds: [5, 3] } })],
  ])('refuses %s instead of guessing', (_, metadata) => {
    expect(() => parseBlockRecord(3, metadata)).toThrow(
      expect.objectContaining({ code: 'BLOCK_RECORD_UNREADABLE', retryable: false }),
    );
  });
});
