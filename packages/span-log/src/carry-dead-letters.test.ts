import { FakeClock } from '@spanhouse/service-runtime/testing';
import { carryDeadLetters, settleCarried } from './carry-dead-letters.js';
import { InMemoryDeadLetters } from './testing/in-memory-dead-letters.js';
import { readLetters } from './testing/read-letters.js';

const { signal } = new AbortController();
/** Number of letters; they need more than one page. */
const LETTERS = 1100;

function letterAt(offset: number) {
  return {
    origin: { partition: 1, offset },
    firstRow: 0,
    rowCount: 1,
    stage: 'insert' as const,
    reason: `refused ${offset}`,
    bytes: Buffer.from(`row ${offset}`),
    uncompressedBytes: 5,
    rowSchemaVersion: 2,
    projectId: 'a project',
  };
}

function withoutTimes(letters: Awaited<ReturnType<typeof readLetters>>) {
  return letters.map(({ recordedAtMs, retriedAtMs, ...letter }) => letter);
}

async function fill(count: number) {
  const clock = new FakeClock();
  const from = new InMemoryDeadLetters(4, clock);
  for (let offset = 0; offset < count; offset += 1) {
    await from.put([letterAt(offset)]);
    await clock.advance(1);
  }
  return { from, to: new InMemoryDeadLetters(4, clock) };
}

describe('carryDeadLetters', () => {
  it('puts every letter into the other log with its id and bytes, in list order', async () => {
    const { from, to } = await fill(LETTERS);

    expect(await carryDeadLetters(from, to, signal)).toBe(LETTERS);
    await carryDeadLetters(from, to, signal);

    const carried = withoutTimes(await readLetters(to));
    expect(new Map(carried.map((letter) => [letter.id, letter]))).toEqual(
      new Map(withoutTimes(await readLetters(from)).map((letter) => [letter.id, letter])),
    );
    expect(carried).toHaveLength(LETTERS);
  });

  it('carries the reason of the last refusal', async () => {
    const { from, to } = await fill(1);
    await from.put([{ ...letterAt(9), reason: 'refused again', retryOf: '4-1-0-0' }]);

    await carryDeadLetters(from, to, signal);

    expect(await readLetters(to)).toMatchObject([{ id: '4-1-0-0', reason: 'refused again' }]);
  });
});

describe('settleCarried', () => {
  it('settles letters whose copies in the other log are settled', async () => {
    const { from, to } = await fill(3);
    await carryDeadLetters(from, to, signal);
    await to.settle([{ letterId: '4-1-1-0', origin: { partition: 0, offset: 7 } }]);
    const later = new InMemoryDeadLetters(6, new FakeClock());
    await later.put([letterAt(0), letterAt(1), letterAt(2)]);

    await settleCarried({ letters: to, generation: 4 }, { letters: later, sink: later }, signal);

    const left = (await readLetters(later)).map(({ id }) => id);
    expect(left.toSorted()).toEqual(['6-1-0-0', '6-1-2-0']);
  });

  it('settles nothing while the other log leaves letters out', async () => {
    const { from: later } = await fill(2);
    const letters = { find: () => Promise.resolve(undefined), unlisted: 1 };

    await settleCarried({ letters, generation: 4 }, { letters: later, sink: later }, signal);

    expect(await readLetters(later)).toHaveLength(2);
  });
});
