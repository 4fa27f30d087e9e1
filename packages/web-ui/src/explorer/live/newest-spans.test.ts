import fc from 'fast-check';
import type { ShownSpan } from '../../api/shown-span.js';
import { keyOf, MAX_LIVE_ROWS, NewestSpans } from './newest-spans.js';

function span(number: number, name = 'draft'): ShownSpan {
  return { trace_id: 't', span_id: String(number), span_name: name } as ShownSpan;
}

describe('NewestSpans', () => {
  it('has each span once, with its latest version, the one that arrived last on top', () => {
    const arrivals = fc.array(fc.tuple(fc.nat(8), fc.string()), { maxLength: 40 });
    fc.assert(
      fc.property(arrivals, (arrived) => {
        const spans = new NewestSpans();
        let expected: readonly ShownSpan[] = [];
        for (const [number, name] of arrived) {
          const version = span(number, name);
          spans.add(version);
          expected = [version, ...expected.filter((other) => keyOf(other) !== keyOf(version))];
        }

        expect(Array.from({ length: spans.length }, (_, index) => spans.at(index))).toEqual(
          expected,
        );
      }),
    );
  });

  it('forgets the oldest beyond its limit', () => {
    const spans = new NewestSpans();
    for (let number = 0; number <= MAX_LIVE_ROWS; number++) {
      spans.add(span(number));
    }

    expect(spans.length).toBe(MAX_LIVE_ROWS);
    expect(spans.at(MAX_LIVE_ROWS - 1)).toEqual(span(1));
  });
});
