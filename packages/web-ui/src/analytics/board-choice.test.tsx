import fc from 'fast-check';
import { presets, readCharts, writeCharts } from './board-choice.js';
import { chartKinds, heatId, tableId } from './charts/chart-kinds.js';
import { groupFieldOf } from './group-fields.js';

describe('readCharts', () => {
  it('reads what a chart counts and whether it is grouped, in any order', () => {
    expect(readCharts('rate,cost.by,duration.span.by,heat.by.trace').charts).toEqual([
      { id: 'rate', isGrouped: false },
      { id: 'cost', isGrouped: true },
      { id: 'duration', focus: 'span', isGrouped: true },
      { id: 'heat', focus: 'trace', isGrouped: true },
    ]);
  });

  it('reports unknown charts, and keeps the others', () => {
    const read = readCharts('rate,pie,cost.week,toString,duration.span.trace');

    expect(read.charts.map(({ id }) => id)).toEqual(['rate']);
    expect(read.unknown).toEqual(['pie', 'cost.week', 'toString', 'duration.span.trace']);
  });

  it('reads every list of charts as it was written', () => {
    const chart = fc.record(
      {
        id: fc.constantFrom(...Object.keys(chartKinds), heatId, tableId),
        focus: fc.constantFrom('span', 'trace'),
        isGrouped: fc.boolean(),
      },
      { requiredKeys: ['id', 'isGrouped'] },
    );
    fc.assert(
      fc.property(fc.array(chart), (charts) => {
        expect(readCharts(writeCharts(charts as never))).toEqual({ charts, unknown: [] });
      }),
    );
  });
});

describe('presets', () => {
  it.each(presets)('$slug has charts and a group that exist', ({ charts, group }) => {
    expect(readCharts(charts).unknown).toEqual([]);
    expect(groupFieldOf(group)).toBeDefined();
  });
});

describe('groupFieldOf', () => {
  it('finds a field by its name, and attributes as the filter bar names them', () => {
    const texts = ['service', '.customer.tier', 'resource.host.name', 'nothing'];

    expect(texts.map((text) => groupFieldOf(text)?.field)).toEqual([
      { field: 'service_name' },
      { field: 'attributes', key: 'customer.tier' },
      { field: 'resource.attributes', key: 'host.name' },
      undefined,
    ]);
  });
});
