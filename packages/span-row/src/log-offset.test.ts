import fc from 'fast-check';
import { generationOf, partitionOffsetOf, toLogOffset } from './log-offset.js';

const anyGeneration = fc.integer({ min: 0, max: 2 ** 16 - 1 });
const anyOffset = fc.integer({ min: 0, max: 2 ** 48 - 1 });

describe('toLogOffset', () => {
  it('puts the generation above the 48 bits of the offset', () => {
    expect(toLogOffset(3, 10)).toBe(3n * 2n ** 48n + 10n);
  });

  it('is inverted by generationOf and partitionOffsetOf', () => {
    fc.assert(
      fc.property(anyGeneration, anyOffset, (generation, offset) => {
        const logOffset = toLogOffset(generation, offset);
        expect(generationOf(logOffset)).toBe(BigInt(generation));
        expect(partitionOffsetOf(logOffset)).toBe(BigInt(offset));
      }),
    );
  });

  it('sorts every offset of a generation after those of earlier generations', () => {
    expect(toLogOffset(2, 0)).toBeGreaterThan(toLogOffset(1, 2 ** 48 - 1));
  });
});
