import { InMemorySpanLog } from '@spanhouse/span-log/testing';
import { letterOf } from '../testing/letters.js';
import { countLetterRows } from './waiting-rows-gauge.js';

/** Creates a log with one letter for each row count. The letters belong to two projects. */
async function createLog(rowCounts: readonly number[]): Promise<InMemorySpanLog> {
  const log = new InMemorySpanLog();
  const letter = await letterOf([{}]);
  const projects = [letter.projectId, ''];
  await log.put(
    rowCounts.map((rowCount, index) => ({
      ...letter,
      rowCount,
      projectId: projects[index % projects.length] ?? '',
      origin: { partition: 0, offset: index },
    })),
  );
  return log;
}

describe('countLetterRows', () => {
  it('adds up the rows of all letters of all projects, over several pages', async () => {
    const { letters } = await createLog(Array.from({ length: 2500 }, (_, index) => index % 3));

    expect(await countLetterRows(letters)).toBe(2499);
  });

  it('counts a letter whose retry was refused, and not one whose retry is stored', async () => {
    const log = await createLog([5, 7]);
    const [refused, stored] = ['1-0-0-0', '1-0-1-0'];
    const origin = { partition: 0, offset: 9 };
    await log.put([{ ...(await letterOf([{}])), origin, retryOf: refused }]);
    await log.settle([{ letterId: stored, origin }]);

    expect(await countLetterRows(log.letters)).toBe(5);
  });

  it('stops after a hundred pages', async () => {
    const { letters: created } = await createLog([1]);
    const [letter] = (await created.list({ projectId: undefined, limit: 1 })).letters;
    const page = { letters: letter === undefined ? [] : [letter], next: letter };

    expect(await countLetterRows({ list: () => Promise.resolve(page) })).toBe(100);
  });
});
