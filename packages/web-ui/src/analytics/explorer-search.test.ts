import { parseFilterText } from '../filter-bar/parse-filter-text.js';
import { failedOnly, inGroup, inNoGroup, notFailed, searchOf } from './explorer-search.js';

const bounds = { oldest: '2026-05-01T00:00:00Z', newest: '2026-05-01T01:00:00Z' };
const field = { field: 'attributes', key: 'customer.tier' };

describe('searchOf', () => {
  it('has the exact bounds, and no filter if every span counts', () => {
    const counted = { filtering: undefined, focus: 'span', bounds } as const;

    expect(searchOf(counted, [])).toEqual({ w: `${bounds.oldest}..${bounds.newest}` });
  });

  it('asks for roots if each trace counts once', () => {
    const counted = { filtering: undefined, focus: 'trace', bounds } as const;

    expect(searchOf(counted, failedOnly).q).toBe('parent:none status:error');
  });

  it('adds the conditions of the number to the filter of the page', () => {
    const filtering = parseFilterText('service:shop');
    const counted = { filtering, focus: 'span', bounds } as const;

    expect(searchOf(counted, notFailed).q).toBe('service:shop -status:error');
    expect(searchOf(counted, [inGroup(field, 'premium')]).q).toBe(
      'service:shop .customer.tier:premium',
    );
  });
});

describe('inGroup', () => {
  it('asks for spans without the attribute in the group without a value', () => {
    expect(inGroup(field, null)).toEqual({ ...field, operator: 'not_exists' });
  });

  it('asks for null if a field has no key', () => {
    const service = { field: 'service_name' };

    expect(inGroup(service, null)).toEqual({ ...service, operator: 'is', value: null });
  });
});

describe('inNoGroup', () => {
  it('leaves out every listed value at once, and spans without one only if they are listed', () => {
    const isListed = { ...field, operator: 'in', value: ['a', 'b'] };
    const others = { operator: 'not', conditions: [isListed] };

    expect(inNoGroup(field, ['a', 'b'])).toEqual([others]);
    expect(inNoGroup(field, ['a', null, 'b'])).toEqual([
      others,
      { operator: 'not', conditions: [inGroup(field, null)] },
    ]);
  });

  it('has no condition if no group is listed', () => {
    expect(inNoGroup(field, [])).toEqual([]);
  });
});
