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

  it('finds spans by their times, their kind and the trace that they link to', () => {
    const other = 'b'.repeat(32);
    const linked = { ...spans[0], links: [{ trace_id: other, span_id: '1'.repeat(16) }] };
    const condition = { field: 'links', operator: 'in', value: [{ trace_id: other }] };
    const filtering = { conditions: [condition] };

    expect(find({ field: 'start_time', operator: 'gt', value: '2026-05-01T10:05:00Z' })).toEqual(
      [],
    );
    expect(
      find({ field: 'span_kind', operator: 'is_not', value: 'SPAN_KIND_SERVER' }),
    ).toHaveLength(2);
    expect(findSpans([...spans, linked as ShownSpan], { filtering })).toEqual([linked]);
  });

  it('says why a filter is invalid', () => {
    expect(() => find({ field: 'start_time', operator: 'gt', value: 'x' })).toThrow(
      "'start_time' value 'x' is not a valid timestamp.",
    );
  });
});
