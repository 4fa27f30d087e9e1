import type { Statement } from '../connection/statement.js';
import { ExtentReaches } from './narrow-selection.js';

const selection = {
  project_id: '0190163d-8694-739b-aea5-966c26f8ad90',
  filter: undefined,
  oldest: 10n,
  newest: 20n,
  ratePercent: undefined,
  snapshot: [1n << 48n],
  order: 'descending',
  limit: 10,
  extent: { startsUntil: 20n, endsFrom: 10n },
} as const;
/** A search for traces that start before the range of `selection` and extend into it. */
const reaching = { ...selection, oldest: undefined, extent: { startsUntil: 9n, endsFrom: 10n } };

function create() {
  const asked: Statement[] = [];
  const reaches = new ExtentReaches();
  const run = (statement: Statement) => {
    asked.push(statement);
    return Promise.resolve(Buffer.from(`2\t11\t${11 + asked.length}\t1\t3\t9\n`));
  };
  const reachOf = (wanted: Parameters<ExtentReaches['reachOf']>[1]) => reaches.reachOf(run, wanted);
  return { asked, reachOf };
}

describe('ExtentReaches', () => {
  it('reads once for all pages of a walk, including the traces that extend into the range', async () => {
    const { asked, reachOf } = create();

    const first = await reachOf(selection);

    expect(first).toEqual({ from: 11n, to: 12n });
    expect(await reachOf({ ...selection, limit: 20 })).toEqual(first);
    expect(await reachOf(reaching)).toEqual({ from: 3n, to: 9n });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ['project', { project_id: '0190163d-8694-739b-aea5-966c26f8ad91' }],
    ['snapshot', { snapshot: [(1n << 48n) | 1n] }],
    ['oldest start', { oldest: 11n }],
    ['latest start', { extent: { startsUntil: 21n, endsFrom: 10n } }],
    ['earliest end', { extent: { startsUntil: 20n, endsFrom: 11n } }],
  ])('asks again for another %s', async (_what, other) => {
    const { asked, reachOf } = create();
    await reachOf(selection);

    expect(await reachOf({ ...selection, ...other })).toEqual({ from: 11n, to: 13n });
    expect(asked).toHaveLength(2);
  });

  it('caches nothing without a snapshot', async () => {
    const { asked, reachOf } = create();
    const unsettled = { ...selection, snapshot: [] };
    await reachOf(unsettled);
    await reachOf(unsettled);

    expect(asked).toHaveLength(2);
  });
});
