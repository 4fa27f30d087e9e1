import fc from 'fast-check';
import { readUnreadAges } from './unread-ages.js';

const NOW_MS = 1_800_000_000_000;
const WEEK_MS = 7 * 86_400_000;

/** Returns a function that finds offsets by time. `ages[partition][offset]` is a message's age. */
function topicWith(ages: readonly (readonly number[])[]) {
  const asked: number[] = [];
  return {
    asked,
    offsetsByTime: (sinceMs: number) => {
      asked.push(sinceMs);
      return Promise.resolve(
        ages.map((messages, partition) => {
          const first = messages.findIndex((age) => NOW_MS - age >= sinceMs);
          return { partition, offset: String(first < 0 ? messages.length : first) };
        }),
      );
    },
  };
}

const search = { nowMs: NOW_MS, maxAgeMs: WEEK_MS };

describe('readUnreadAges', () => {
  it('finds the age of each first unread message to one percent, with a bounded number of requests', async () => {
    const age = fc.integer({ min: 10, max: WEEK_MS });
    const partition = fc.array(age, { minLength: 1, maxLength: 5 }).chain((ages) =>
      fc.record({
        ages: fc.constant(ages.toSorted((left, right) => right - left)),
        unread: fc.integer({ min: 0, max: ages.length - 1 }),
      }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(partition, { minLength: 1, maxLength: 3 }), async (partitions) => {
        const topic = topicWith(partitions.map(({ ages }) => ages));
        const unread = new Map(partitions.map(({ unread: first }, index) => [index, first]));

        const found = await readUnreadAges({ ...search, ...topic, unread });

        for (const [index, { ages, unread: first }] of partitions.entries()) {
          const real = ages[first] ?? 0;
          expect(found.get(index)).toBeGreaterThanOrEqual(real);
          expect(found.get(index)).toBeLessThanOrEqual(real / 0.99 + 2);
        }
        expect(topic.asked.length).toBeLessThanOrEqual(50);
      }),
    );
  });

  it('reports an age above the limit as the limit', async () => {
    const topic = topicWith([[2 * WEEK_MS, 5000]]);

    const found = await readUnreadAges({ ...search, ...topic, unread: new Map([[0, 0]]) });

    expect(found).toEqual(new Map([[0, WEEK_MS]]));
  });

  it('sends no request without unread messages', async () => {
    const topic = topicWith([[5000]]);

    expect(await readUnreadAges({ ...search, ...topic, unread: new Map() })).toEqual(new Map());
    expect(topic.asked).toEqual([]);
  });
});
