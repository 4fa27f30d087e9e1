import type { SpanGroup } from './span-groups.js';
import { nextGroupOrder, orderGroups, readGroupOrder } from './table-tab.js';

const groups = [
  { name: 'search', sum: 5 },
  { name: 'ask', sum: 9 },
] as readonly Partial<SpanGroup>[] as readonly SpanGroup[];

function namesBy(text: string | undefined): readonly string[] {
  return orderGroups(groups, readGroupOrder(text)).map(({ name }) => name);
}

describe('the order of groups', () => {
  it('begins with the largest sum, and with A for names', () => {
    expect([namesBy(undefined), namesBy('unknown'), namesBy('name')]).toEqual([
      ['ask', 'search'],
      ['ask', 'search'],
      ['ask', 'search'],
    ]);
  });

  it('turns when a column is chosen again', () => {
    const first = readGroupOrder('sum');
    const second = readGroupOrder(nextGroupOrder(first, 'sum'));

    expect([first.direction, second.direction]).toEqual(['descending', 'ascending']);
    expect(namesBy(nextGroupOrder(first, 'sum'))).toEqual(['search', 'ask']);
    expect(nextGroupOrder(second, 'sum')).toBe('sum');
    expect(nextGroupOrder(second, 'name')).toBe('name');
  });
});
