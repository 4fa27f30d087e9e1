import { writeFilterText } from '../../filter-bar/write-filter-text.js';
import type { CallMap } from './call-map.js';
import { filterOfCalls } from './map-filters.js';

const duration = { p50: 1, p95: 2 };
const numbers = { spans: 1, entries: 1, failed: 0, duration };
const edge = { from: 'web', to: 'shop', calls: 1, failed: 0, duration };
const map: CallMap = {
  traces: { read: 1, matched: 1 },
  nodes: [
    { id: 'web', service_name: 'web', ...numbers },
    { id: 'shop', service_name: 'shop', ...numbers },
  ],
  edges: [edge],
};

describe('filterOfCalls', () => {
  it('asks for the spans of the called node that have a parent, within the filter of the page', () => {
    const filtering = {
      operator: 'and',
      conditions: [{ field: 'span_name', operator: 'is', value: 'ask' }],
    } as const;

    expect(writeFilterText(filterOfCalls(filtering, map, edge))).toBe(
      'name:ask service:shop -parent:none',
    );
  });
});
