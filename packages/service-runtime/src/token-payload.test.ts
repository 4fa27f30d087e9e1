import fc from 'fast-check';
import { readTokenPayload, TokenPayloadWriter } from './token-payload.js';

const anyNumber = fc.maxSafeNat();
const anyInt64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

function payloadOf(write: (writer: TokenPayloadWriter) => void) {
  const writer = new TokenPayloadWriter();
  write(writer);
  return writer.toBytes();
}

describe('readTokenPayload', () => {
  it('reads every kind of value that was written', () => {
    fc.assert(
      fc.property(
        fc.record({
          byte: fc.nat({ max: 255 }),
          number: anyNumber,
          time: anyInt64,
          rate: fc.double({ noNaN: true }),
          text: fc.string({ unit: 'grapheme' }),
          bytes: fc.uint8Array({ minLength: 8, maxLength: 8 }),
        }),
        (written) => {
          const payload = payloadOf((writer) => {
            writer.uint8(written.byte);
            writer.varint(written.number);
            writer.int64(written.time);
            writer.float64(written.rate);
            writer.text(written.text);
            writer.hex(Buffer.from(written.bytes).toString('hex'));
          });

          const read = readTokenPayload(payload, (reader) => ({
            byte: reader.uint8(),
            number: reader.varint(),
            time: reader.int64(),
            rate: reader.float64(),
            text: reader.text(),
            bytes: Uint8Array.from(Buffer.from(reader.hex(8), 'hex')),
            isAtEnd: reader.isAtEnd,
          }));

          expect(read).toEqual({ ...written, isAtEnd: true });
        },
      ),
    );
  });

  it.each([
    [0, '00'],
    [127, '7f'],
    [128, '8001'],
    [16_384, '808001'],
    [Number.MAX_SAFE_INTEGER, 'ffffffffffffff0f'],
  ])('writes %d as LEB128', (number, hex) => {
    const payload = payloadOf((writer) => writer.varint(number));

    expect(Buffer.from(payload).toString('hex')).toBe(hex);
  });

  it('returns undefined for a payload that ends early', () => {
    const payload = payloadOf((writer) => writer.text('twelve bytes'));

    for (let length = 0; length < payload.length; length++) {
      expect(readTokenPayload(payload.subarray(0, length), (reader) => reader.text())).toBe(
        undefined,
      );
    }
  });

  it('returns undefined for a number that is too large', () => {
    const payload = Buffer.from('ffffffffffffffff7f', 'hex');

    expect(readTokenPayload(payload, (reader) => reader.varint())).toBeUndefined();
  });

  it('rethrows an error of the caller', () => {
    const read = () => {
      throw new RangeError('a fault of the caller');
    };

    expect(() => readTokenPayload(new Uint8Array(), read)).toThrow('a fault of the caller');
  });
});
