import type { ShownSpan } from '../../api/shown-span.js';
import { findSpans } from './find-spans.js';

const spans: readonly ShownSpan[] = ['draft', 'search'].map((name, at) => ({
  trace_id: 'a'.repeat(32),
  span_id: `${at + 1}`.padStart(16, '0'),
  span_name: name,
  start_time: '2026-05-01T10:05:00Z',
  end_time: '2026-05-01T10:05:01Z',
  attributes: { customer: { tier: at === 0 ? 'Premium' : 'basic' } },
}));

function find(...conditions: readonly object[]): readonly string[] {
  const filtering = { operator: 'and', conditions } as never;
  return findSpans(spans, { filtering }).map(({ span_name: name }) => name);
}

describe('findSpans', () => {
  it('finds spans by id, by attribute and by a text in them', () => {
    const key = 'customer.tier';
    expect(find()).toEqual(['draft', 'search']);
    expect(find({ field: 'span_id', operator: 'in', value: [spans[1]?.span_id] })).toEqual([
      'search',
    ]);
    expect(find({ field: 'attributes', key, operator: 'is', value: 'basic' })).toEqual(['search']);
    expect(find({ field: 'attributes', key, operator: 'contains', value: 'prem' })).toEqual([
      'draft',
    ]);
    expect(find({ field: 'content', operator: 'contains', value: 'premium' })).toEqual(['draft']);
  });

  it('joins and negates conditions', () => {
    const draft = { field: 'content', operator: 'contains', value: 'draft' };
    const search = { field: 'content', operator: 'contains', value: 'search' };

    expect(find({ operator: 'or', conditions: [draft, search] })).toHaveLength(2);
    expect(find(draft, search)).toEqual([]);
    expect(find({ operator: 'not', conditions: [draft] })).toEqual(['search']);
  });

  it('says what it cannot answer', () => {
    expect(() => find({ field: 'start_time', operator: 'gt', value: 'x' })).toThrow(
      "A file cannot be searched by start_time with 'gt'.",
    );
  });
});
