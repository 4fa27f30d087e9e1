import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { compareSpans } from './compare-spans.js';
import { createProbeTrace, type ProbeTrace } from './probe-trace.js';
import { expectedFacts, type SeenSpan, type Shown } from './span-facts.js';

const exact: Shown = { times: 'nanoseconds', values: 'typed' };
const coarse: Shown = { times: 'microseconds', values: 'text' };
const trace = createProbeTrace('typed', {
  nowNs: 1_777_629_660_123_456_789n,
  random: randomBytes,
});

function shownBy(shown: Shown, { spans, trace_id }: ProbeTrace = trace): SeenSpan[] {
  return spans.map((span) => ({
    span_id: span.span_id,
    facts: expectedFacts(span, trace_id, shown),
  }));
}

/** Generates a span together with one of its facts. */
const anyFact = fc
  .constantFrom(...shownBy(exact))
  .chain(({ span_id, facts }) =>
    fc.tuple(fc.constant(span_id), fc.constantFrom(...Object.keys(facts))),
  );

describe('compareSpans', () => {
  it.each([
    ['exactly', exact],
    ['in microseconds and texts', coarse],
  ])('finds no difference in spans that are shown %s, in any order', (_how, shown) => {
    fc.assert(
      fc.property(fc.shuffledSubarray(shownBy(shown), { minLength: 3 }), (seen) => {
        expect(compareSpans(trace, seen, shown)).toEqual({ status: 'whole' });
      }),
    );
  });

  it('reports missing spans as partial', () => {
    const [first, second] = shownBy(exact) as [SeenSpan, SeenSpan];

    expect(compareSpans(trace, [], exact)).toEqual({ status: 'absent' });
    expect(compareSpans(trace, [second, first], exact)).toEqual({ status: 'partial', seen: 2 });
  });

  it('reports every fact that differs', () => {
    fc.assert(
      fc.property(anyFact, fc.string(), ([span_id, member], text) => {
        const seen = shownBy(exact).map((span) =>
          span.span_id === span_id
            ? { span_id, facts: { ...span.facts, [member]: `other ${text}` } }
            : span,
        );

        expect(compareSpans(trace, seen, exact)).toMatchObject({
          status: 'different',
          differences: [{ span_id, member, seen: `other ${text}` }],
        });
      }),
    );
  });

  it('reports every missing fact', () => {
    fc.assert(
      fc.property(anyFact, ([span_id, member]) => {
        const seen = shownBy(exact).map((span) => {
          const { [member]: _left, ...others } = span.facts;
          return span.span_id === span_id ? { span_id, facts: others } : span;
        });

        const sighting = compareSpans(trace, seen, exact);

        expect(sighting).toMatchObject({ status: 'different', differences: [{ span_id, member }] });
        expect(sighting).not.toHaveProperty('differences.0.seen');
      }),
    );
  });

  it('reports a wrong span even if other spans are still missing', () => {
    const [first] = shownBy(exact) as [SeenSpan];
    const wrong = { ...first, facts: { ...first.facts, span_name: 'other' } };

    expect(compareSpans(trace, [wrong], exact).status).toBe('different');
  });

  it('reports spans that were not sent or are shown twice', () => {
    const [first, ...others] = shownBy(exact) as [SeenSpan, ...SeenSpan[]];
    const foreign = { span_id: 'f'.repeat(16), facts: {} };

    expect(compareSpans(trace, [first, first, ...others, foreign], exact)).toEqual({
      status: 'different',
      differences: [
        { span_id: first.span_id, member: 'span', seen: 'twice' },
        { span_id: foreign.span_id, member: 'span', seen: 'not sent' },
      ],
    });
  });

  it('distinguishes an integer beyond 2^53 from its nearest double, and a number from its text', () => {
    const key = 'spanhouse.probe.integer';
    const [first, ...others] = shownBy(exact) as [SeenSpan, ...SeenSpan[]];

    expect(first.facts[key]).toBe('integer 9007199254740993');
    for (const text of ['integer 9007199254740992', 'string 9007199254740993']) {
      const seen = [{ ...first, facts: { ...first.facts, [key]: text } }, ...others];
      expect(compareSpans(trace, seen, exact).status).toBe('different');
    }
  });
});
