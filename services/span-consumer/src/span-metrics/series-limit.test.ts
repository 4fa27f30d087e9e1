import type { KnownSeries, ProjectSum } from '@spanhouse/trace-store/writer';
import { overflow, SeriesLimit } from './series-limit.js';

function sum(label: string, members: Partial<ProjectSum> = {}): ProjectSum {
  return {
    project_id: 'p',
    metric: 'request',
    labels: [label, 'server'],
    bucket: 0,
    amount: 1n,
    totalNs: 0n,
    totalBytes: 0n,
    exemplar: undefined,
    ...members,
  };
}

function create(stored: readonly KnownSeries[] = [], maxHeld = 100) {
  const reads: (readonly string[])[] = [];
  const limit = new SeriesLimit({
    maxSeries: 2,
    maxHeld,
    read: (projectIds) => {
      reads.push(projectIds);
      return Promise.resolve(stored.filter(({ project_id }) => projectIds.includes(project_id)));
    },
  });
  const labels = async (sums: readonly ProjectSum[]) =>
    (await limit.limit(sums)).map((each) => each.labels[0]);
  return { labels, reads };
}

describe('SeriesLimit', () => {
  it('counts spans above the limit with overflow labels, and still counts known label sets', async () => {
    const { labels } = create();

    expect(await labels([sum('a'), sum('b'), sum('c'), sum('a')])).toEqual([
      'a',
      'b',
      overflow,
      'a',
    ]);
    expect(await labels([sum('b'), sum('d')])).toEqual(['b', overflow]);
  });

  it('limits each project and metric separately, and counts the label sets of an edge once for its metrics', async () => {
    const { labels } = create();
    const more = [
      sum('c', { project_id: 'q' }),
      sum('c', { metric: 'unpaired' }),
      sum('c', { metric: 'calls' }),
      sum('a', { metric: 'server' }),
      sum('c', { metric: 'client' }),
    ];

    expect(await labels([sum('a'), sum('b'), ...more])).toEqual([
      'a',
      'b',
      'c',
      'c',
      'c',
      'a',
      overflow,
    ]);
  });

  it('knows the stored label sets, and does not count overflow as one of them', async () => {
    const { labels, reads } = create([
      sum('x'),
      sum('y', { metric: 'server' }),
      sum(overflow, { labels: [overflow, overflow] }),
    ]);

    expect(await labels([sum('a'), sum('x')])).toEqual([overflow, 'x']);
    expect(reads).toEqual([['p']]);
    await labels([sum('a')]);
    expect(reads).toHaveLength(1);
  });

  it('forgets the least recently used projects, and reads them again', async () => {
    const { labels, reads } = create([], 2);
    await labels([sum('a'), sum('b')]);
    await labels([sum('a', { project_id: 'q' })]);

    await labels([sum('a', { project_id: 'q' })]);
    await labels([sum('a')]);

    expect(reads).toEqual([['p'], ['q'], ['p']]);
  });
});
