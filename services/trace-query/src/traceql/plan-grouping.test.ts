import { parseQuery } from '@spanhouse/traceql';
import { flattenPipeline, isOfSpan } from './flat-pipeline.js';
import { planGrouping } from './plan-grouping.js';

function planOf(condition: string) {
  const query = parseQuery(`{ ${condition} } | rate()`);
  const flat = query.kind === 'metrics' ? flattenPipeline(query.pipeline) : undefined;
  const isAlone = flat?.flat().every(isOfSpan);
  return flat && isAlone ? planGrouping(flat, { kind: 'rate', by: [] })?.by : undefined;
}

describe('planGrouping', () => {
  it('groups by the bounds that a duration is compared with', () => {
    expect(planOf('duration > 5ns || 9ns >= duration')).toEqual([
      { kind: 'duration', bounds: [5n, 9n] },
    ]);
  });

  it.each([
    'duration + 5ns > 12ns',
    '9ns - duration > 2ns',
    'span.ag.data.outputs = "x"',
    'span.ag.data.outputs.x = 1',
  ])('finds no keys that determine %s', (condition) => {
    expect(planOf(condition)).toBeUndefined();
  });

  it('groups by an attribute whose name only begins like the outputs', () => {
    expect(planOf('span.ag.data.outputs_of = 1')).toEqual([
      { kind: 'attribute', key: 'ag.data.outputs_of' },
    ]);
  });
});
