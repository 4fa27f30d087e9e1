import {
  addressOfQuery,
  linkOfQuery,
  nameOfPage,
  type SavedQuery,
  slugFor,
} from './saved-query.js';

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

describe('linkOfQuery', () => {
  const savedOn = (ui: object) => ({ ...query, meta: { ui: { window: '7d', ...ui } } });
  const board = { charts: 'rate', group: 'model' };

  it.each([
    [{ view: 'traces', columns: 'start,name' }, '/traces', { w: '7d', c: 'start,name' }],
    [{ view: 'services', by: 'step' }, '/services', { w: '7d', by: 'step' }],
    [{ view: 'sessions' }, '/sessions', { w: '7d' }],
    [{ view: 'analytics', board }, '/analytics/s', { w: '7d' }],
    [{ view: 'analytics' }, '/spans', { w: '7d' }],
    [{ view: 'constructor' }, '/spans', { w: '7d' }],
    [{}, '/spans', { w: '7d' }],
  ])('leads from %j to %s', (ui, to, search) => {
    expect(linkOfQuery(savedOn(ui))).toEqual({ to, search });
  });

  it('leads to a page that has a name', () => {
    const views = [{ view: 'services' }, { view: 'analytics', board }, {}];

    expect(views.map((ui) => nameOfPage(savedOn(ui)))).toEqual(['service map', 'board', 'spans']);
  });
});

describe('slugFor', () => {
  it('keeps letters and digits, and adds random ones', () => {
    expect(slugFor('Slow runs: Ünïcode & 2', () => 0.5)).toBe('slow-runs-n-code-2-i00000');
    expect(slugFor('…', () => 0)).toBe('000000');
  });
});
