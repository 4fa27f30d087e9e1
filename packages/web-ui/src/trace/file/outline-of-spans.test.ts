import fc from 'fast-check';
import type { ShownSpan } from '../../api/shown-span.js';
import { spanIdAt } from '../outline/outline.js';
import { arrangeSpans, outlineOfSpans } from './outline-of-spans.js';

function span(id: number, parent: number | undefined, second = 0): ShownSpan {
  const idOf = (number: number) => number.toString(16).padStart(16, '0');
  return {
    trace_id: 'a'.repeat(32),
    span_id: idOf(id),
    ...(parent !== undefined && { parent_id: idOf(parent) }),
    span_name: `span ${id}`,
    start_time: `2026-05-01T10:05:${String(second).padStart(2, '0')}Z`,
    end_time: `2026-05-01T10:05:59Z`,
  };
}

/** Generates spans whose parents are in the list, missing from the list, or not set. */
const anySpans = fc
  .array(fc.tuple(fc.option(fc.nat(30)), fc.nat(59)), { minLength: 1, maxLength: 25 })
  .map((rows) => rows.map(([parent, second], id) => span(id, parent ?? undefined, second)));

describe('arrangeSpans', () => {
  it('keeps every span once, each directly below its parent or at the top', () => {
    fc.assert(
      fc.property(anySpans, (spans) => {
        const { order, parent, orphans, cycles } = arrangeSpans(spans);

        expect(order.toSorted((one, other) => one - other)).toEqual([...spans.keys()]);
        for (const [at, place] of order.entries()) {
          const above = parent[at] ?? -1;
          const stored = spans[order[above] ?? -1]?.span_id;
          expect(above).toBeLessThan(at);
          expect(stored ?? orphans.get(at) ?? cycles.get(at)).toBe(spans[place]?.parent_id);
        }
      }),
    );
  });

  it('puts spans on a cycle of parents at the top, and keeps what is below them there', () => {
    const { order, parent, cycles } = arrangeSpans([
      span(0, 1),
      span(1, 0),
      span(2, 1),
      span(3, 3),
    ]);

    expect(order).toEqual([0, 1, 2, 3]);
    expect([...parent]).toEqual([-1, -1, 1, -1]);
    expect([...cycles.keys()]).toEqual([0, 1, 3]);
  });

  it('orders siblings by start, then by id', () => {
    expect(
      arrangeSpans([span(2, undefined, 1), span(1, undefined, 1), span(3, undefined)]).order,
    ).toEqual([2, 1, 0]);
  });
});

describe('outlineOfSpans', () => {
  it('has the columns of the outline of the service', () => {
    const chat: ShownSpan = {
      ...span(2, 1, 3),
      span_type: 'chat',
      status_code: 'STATUS_CODE_ERROR',
      attributes: {
        ag: { metrics: { costs: { incremental: { total: 0.5 } } } },
        gen_ai: { usage: { input_tokens: 7, output_tokens: 3 }, request: { model: 'demo' } },
      },
      resource: { attributes: { 'service.name': 'shop' } },
    };

    const outline = outlineOfSpans([chat, span(1, undefined, 1)]);

    const { texts, name, service, type, model } = outline;
    const textsOf = (column: Int32Array) => [...column].map((place) => texts[place]);
    expect(textsOf(name)).toEqual(['span 1', 'span 2']);
    expect([service, type, model].map((column) => textsOf(column)[1])).toEqual([
      'shop',
      'chat',
      'demo',
    ]);
    expect(spanIdAt(outline, 1)).toBe(chat.span_id);
    expect([...outline.start]).toEqual([0, 2e9]);
    expect([...outline.duration]).toEqual([58e9, 56e9]);
    expect(outline.length).toBe(58e9);
    expect([...outline.self]).toEqual([2e9, 56e9]);
    expect([...outline.tokensAll]).toEqual([10, 10]);
    expect([...outline.costsAll]).toEqual([0.5, 0.5]);
    expect([...outline.errorsAll]).toEqual([1, 1]);
    expect(outline.totals).toEqual({
      tokens: { prompt: 7, completion: 3, total: 10 },
      costs: { prompt: 0, completion: 0, total: 0.5 },
      errors: 1,
    });
  });
});
