import type { Filtering } from '../../filter-bar/filtering.js';
import { projectionFor } from './row-projection.js';

const data = ['ag.data.inputs', 'ag.data.outputs'];

describe('projectionFor', () => {
  it('requests only the beginnings of inputs and outputs, even if the filter mentions them', () => {
    const filtering: Filtering = {
      operator: 'and',
      conditions: [
        { field: 'attributes', key: 'ag.data.inputs', operator: 'exists' },
        { field: 'attributes', key: 'customer.tier', operator: 'is', value: 'premium' },
      ],
    };

    const { attributes, previews } = projectionFor(filtering, []);

    expect(previews).toEqual(data);
    expect(attributes).toContain('customer.tier');
    expect(attributes?.filter((path) => data.includes(path))).toEqual([]);
  });

  it('asks for the attributes that the columns show', () => {
    const { attributes } = projectionFor(undefined, ['name', '.ag.data.inputs.question']);

    expect(attributes).toContain('ag.data.inputs.question');
  });
});
