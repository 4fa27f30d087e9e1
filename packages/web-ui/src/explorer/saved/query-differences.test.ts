import { parseFilterText } from '../../filter-bar/parse-filter-text.js';
import type { SavedQuery } from '../../filter-bar/saved-query.js';
import { queryDifferences } from './query-differences.js';

function version(text: string, windowing = {}): SavedQuery {
  const filtering = parseFilterText(text);
  return { id: '1', slug: 'a', data: { ...(filtering && { filtering }), windowing } };
}

describe('queryDifferences', () => {
  it('lists the conditions of one version and of both', () => {
    const bounds = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };
    const before = version('type:chat status:error');
    const after = version('type:chat duration>5s', bounds);

    expect(queryDifferences(before, after)).toEqual([
      { change: 'removed', text: 'status:error' },
      { change: 'removed', text: 'window all' },
      { change: 'same', text: 'type:chat' },
      { change: 'added', text: 'duration>5000' },
      { change: 'added', text: 'window 2026-05-01T00:00:00Z..2026-05-02T00:00:00Z' },
    ]);
  });

  it('compares a query without a filter', () => {
    expect(queryDifferences(version(''), version('timeout'))).toEqual([
      { change: 'added', text: 'timeout' },
      { change: 'same', text: 'window all' },
    ]);
  });
});
