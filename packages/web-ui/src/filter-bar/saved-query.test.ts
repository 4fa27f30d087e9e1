import { addressOfQuery, type SavedQuery, slugFor } from './saved-query.js';

const query: SavedQuery = { id: 'i', slug: 's' };

describe('addressOfQuery', () => {
  it('writes the filter as text, also where the operators of groups are absent', () => {
    const condition = { field: 'span_name', value: 'ask' };
    const filtering = { conditions: [condition] } as never;

    expect(addressOfQuery({ ...query, data: { filtering } })).toEqual({ q: 'name:ask', w: 'all' });
  });

  it('prefers the relative window in which the query was saved', () => {
    const windowing = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-02T00:00:00Z' };

    expect(addressOfQuery({ ...query, data: { windowing } }).w).toBe(
      '2026-05-01T00:00:00Z..2026-05-02T00:00:00Z',
    );
    expect(
      addressOfQuery({ ...query, data: { windowing }, meta: { ui: { window: '7d' } } }).w,
    ).toBe('7d');
  });

  it('has no filter for a query without one', () => {
    expect(addressOfQuery(query)).toEqual({ w: 'all' });
  });
});

describe('slugFor', () => {
  it('keeps letters and digits, and adds random ones', () => {
    expect(slugFor('Slow runs: Ünïcode & 2', () => 0.5)).toBe('slow-runs-n-code-2-i00000');
    expect(slugFor('…', () => 0)).toBe('000000');
  });
});
