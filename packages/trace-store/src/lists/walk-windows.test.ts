import { systemClock } from '@spanhouse/service-runtime';
import type { SpanSelection } from '../trace-reader.js';
import { ProjectReaches } from './project-reaches.js';
import { WalkWindows } from './walk-windows.js';

const second = 1_000_000_000n;
/** Start times of a project's rows. The newest rows cover the last ten seconds and begin at the start of a bucket. */
const [oldestStart, firstOfNewest, newestStart] = [0n, 9_999_990n * second, 9_999_999n * second];
const WANTED = 50;
const selection: SpanSelection = {
  project_id: '00000000-0000-4000-8000-000000000001',
  filter: undefined,
  oldest: undefined,
  newest: undefined,
  order: 'descending',
  ratePercent: 50, // a sample excludes rows, so the whole walk is divided into windows
  snapshot: [],
  limit: WANTED,
};

/**
 * Returns the ends of the windows of a walk, in seconds before the newest row. At the end of each window, the walk has
 * found `foundInAll` rows.
 */
async function endsOf(foundInAll: number): Promise<readonly bigint[]> {
  const answer = `${oldestStart}\t${oldestStart}\n${firstOfNewest}\t${newestStart}\n`;
  const read = {
    run: () => Promise.resolve(Buffer.from(answer)),
    reaches: new ProjectReaches(systemClock),
    isPage: true,
  };
  const windows = new WalkWindows(read, { selection, after: undefined });
  const ends: bigint[] = [];
  for (let window = await windows.current(); !window.isLast; window = await windows.current()) {
    ends.push((newestStart - (window.selection.oldest ?? 0n)) / second);
    windows.advance(foundInAll, WANTED);
  }
  return ends;
}

describe('WalkWindows', () => {
  it('end eight times as far from the start as the previous one while a few fill a page', async () => {
    expect(await endsOf(7)).toEqual([9n, 72n, 576n, 4_608n, 36_864n, 294_912n, 2_359_296n]);
  });

  it('end 64 times as far from the second one on while matches are rare', async () => {
    expect(await endsOf(6)).toEqual([9n, 72n, 4_608n, 294_912n]);
  });
});
