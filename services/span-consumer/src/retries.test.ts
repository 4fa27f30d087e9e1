import { timeLimits } from '@spanhouse/service-runtime/testing';
import fc from 'fast-check';
import { ConsumerWorld } from './testing/consumer-world.js';
import type { Fate } from './testing/fates.js';

const poison = 'poison';
const fates: readonly Fate[] = [
  'retryable',
  'retryable after the effect',
  'slow',
  'crash before the effect',
  'crash after the effect',
  'rebalance',
];
const everything = { projectId: undefined, limit: 100 };

function worldWith(options: ConstructorParameters<typeof ConsumerWorld>[0] = {}) {
  const world = new ConsumerWorld(options);
  world.writer.refuses = (row) => row.startsWith(poison);
  return world;
}

async function listed(world: ConsumerWorld) {
  const { letters } = await world.log.letters.list(everything);
  return letters.map(({ id, reason }) => ({ id, reason }));
}

interface Retry {
  readonly letter: number;
  readonly isGood: boolean;
}

/** Sends retries of three letters. Returns the letters that remain in the list. */
function retryAll(world: ConsumerWorld, retries: readonly Retry[]) {
  const refused = new Map([
    ['1-0-0-1', poison],
    ['1-0-1-0', `${poison}-1`],
    ['1-0-2-0', `${poison}-2`],
  ]);
  const ids = [...refused.keys()];
  for (const [i, { letter, isGood }] of retries.entries()) {
    const id = ids[letter] ?? '';
    const row = isGood ? `good retry ${i}` : `${poison} retry ${i}`;
    world.retry(id, row);
    if (isGood) {
      refused.delete(id);
    } else if (refused.has(id)) {
      refused.set(id, row);
    }
  }
  return [...refused].map(([id, row]) => ({ id, reason: `VIOLATED_CONSTRAINT: refused ${row}` }));
}

describe('a retry of a dead letter', () => {
  it('settles and counts its letter after it is stored and before the offset is committed', async () => {
    const world = worldWith();
    world.publish([poison]);
    const { metric } = await world.start();
    await world.clock.advance(1000);
    expect(await listed(world)).toMatchObject([{ id: '1-0-0-0' }]);

    const before = world.operations.length;
    world.retry('1-0-0-0', 'good');
    await world.clock.advance(1000);

    expect(await listed(world)).toEqual([]);
    expect(world.writer.rows).toEqual(['good']);
    const settling = world.operations.slice(before).map((name) => name.split(' ')[0]);
    expect(settling).toEqual(['commit', 'insert', 'settle', 'commit']);
    expect(await metric('spanhouse_consumer_dead_letters_settled_total')).toBe(1);
  });

  it('gives its letter the new reason if it is refused, and does not become another letter', async () => {
    const world = worldWith();
    world.publish([poison]);
    world.retry('1-0-0-0', `${poison} again`);

    await world.runToTheEnd();

    expect(await listed(world)).toEqual([
      { id: '1-0-0-0', reason: 'VIOLATED_CONSTRAINT: refused poison again' },
    ]);
    expect(world.deadLetterIndex.rowCount).toBe(2); // both messages have a receipt
  });

  it('leaves exactly the letters without a stored retry, with their last reason, through crashes and rebalances', async () => {
    const anyRetry = fc.record({ letter: fc.nat({ max: 2 }), isGood: fc.boolean() });
    const anyFate = fc.oneof(
      { weight: 3, arbitrary: fc.constant<Fate>('ok') },
      fc.constantFrom(...fates),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(anyRetry, { maxLength: 8 }),
        fc.array(anyFate, { maxLength: 50 }),
        async (retries, scripted) => {
          const world = worldWith({ fates: scripted });
          world.publish(['good-0', poison, 'good-1']);
          world.publish([`${poison}-1`]);
          world.publish([`${poison}-2`]);
          const expected = retryAll(world, retries);

          await world.runToTheEnd();

          const found = await listed(world);
          expect(found.toSorted((a, b) => (a.id < b.id ? -1 : 1))).toEqual(expected);
        },
      ),
      { numRuns: 300, timeout: timeLimits.effect },
    );
  });
});
