import fc from 'fast-check';
import {
  encodeDeadLetterHeaders,
  encodeSettleHeaders,
} from '../../messages/dead-letter-headers.js';
import { LetterFold, type LetterMessage } from './letter-fold.js';

const everything = { projectId: undefined, limit: 1000 };
function idAt(letter: number): string {
  return `4-0-${letter}-0`;
}

function letterHeaders(offset: number, { retryOf = '', reason = 'refused', generation = 4 } = {}) {
  const letter = {
    origin: { partition: 0, offset },
    firstRow: 0,
    rowCount: 1,
    stage: 'insert',
    reason,
    bytes: Buffer.alloc(0),
    uncompressedBytes: 0,
    rowSchemaVersion: 2,
    projectId: 'project',
    ...(retryOf !== '' && { retryOf }),
  } as const;
  return encodeDeadLetterHeaders(letter, generation);
}

/** Returns a fold to which the messages have been applied in order. */
function foldOf(headers: readonly LetterMessage['headers'][], maxLetters = 100): LetterFold {
  const fold = new LetterFold(maxLetters);
  for (const [offset, each] of headers.entries()) {
    fold.apply({ offset, timestampMs: 1000 + offset, headers: each });
  }
  return fold;
}

function idsOf(fold: LetterFold): readonly string[] {
  return fold.list(everything).letters.map(({ id }) => id);
}

describe('LetterFold', () => {
  it('ignores repeated messages of a consumer that has lost its partition', () => {
    const anyEvent = fc.tuple(fc.nat({ max: 2 }), fc.boolean());
    fc.assert(
      fc.property(
        fc.array(anyEvent, { maxLength: 8 }),
        fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 5 }),
        (events, repeats) => {
          const headers = [0, 1, 2].map((letter) => letterHeaders(letter));
          for (const [i, [letter, isStored]] of events.entries()) {
            const origin = { partition: 0, offset: 100 + i };
            const retryOf = idAt(letter);
            const refused = letterHeaders(origin.offset, { retryOf, reason: `retry ${i}` });
            headers.push(isStored ? encodeSettleHeaders({ letterId: retryOf, origin }) : refused);
          }
          const repeated = [...headers];
          for (const [from, to] of repeats) {
            const at = from % repeated.length;
            const later = at + 1 + (to % (repeated.length - at));
            repeated.splice(later, 0, repeated[at] ?? {});
          }

          const plain = (fold: LetterFold) =>
            fold.list(everything).letters.map(({ id, reason }) => [id, reason]);
          expect(plain(foldOf(repeated)).sort()).toEqual(plain(foldOf(headers)).sort());
        },
      ),
    );
  });

  it('keeps the newest letters and counts the others', () => {
    const fold = foldOf(
      Array.from({ length: 12 }, (_, letter) => letterHeaders(letter)),
      5,
    );

    expect(idsOf(fold)).toEqual([11, 10, 9, 8, 7].map(idAt));
    expect(fold.dropped).toBe(7);
  });

  it('orders a retry in a later log after all retries in earlier logs', () => {
    const retryOf = idAt(1);
    const fold = foldOf([
      letterHeaders(1),
      letterHeaders(900, { retryOf, reason: 'first' }),
      letterHeaders(3, { retryOf, reason: 'second', generation: 5 }),
    ]);

    expect(fold.list(everything).letters).toMatchObject([{ reason: 'second' }]);
  });

  it('forgets the letters that an operator has deleted from the topic', () => {
    const fold = foldOf([1, 2, 3].map((letter) => letterHeaders(letter)));

    fold.dropBefore(2);

    expect(idsOf(fold)).toEqual([idAt(3)]);
    expect(fold.find(idAt(1))).toBeUndefined();
  });
});
