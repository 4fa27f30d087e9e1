import { anOutline } from '../../testing/an-outline.js';
import { sumGroups } from './span-groups.js';

describe('sumGroups', () => {
  it('groups spans by name and service', () => {
    const ones = Float64Array.of(1, 1, 1);
    const outline = anOutline(
      [
        { name: 'search', service: 'shop', duration: 10 },
        { name: 'search', service: 'shop', duration: 20, status: 2 },
        { name: 'search', service: 'bot', duration: 5 },
      ],
      { tokens: ones, costs: ones },
    );

    expect(sumGroups(outline, { self: ones, path: ones })).toEqual([
      {
        name: 'search',
        service: 'shop',
        count: 2,
        sum: 30,
        self: 2,
        path: 2,
        p50: 15,
        p95: 19.5,
        tokens: 2,
        cost: 2,
        failed: 1,
        longest: 1,
      },
      expect.objectContaining({ service: 'bot', count: 1, p95: 5, failed: 0, longest: 2 }),
    ]);
  });
});
