import type { CanonicalSpan, JsonObject, JsonValue } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { type AcceptedSpans, fitSpans } from '../canonical/accept-spans.js';
import { finishSpans } from '../canonical/finish-spans.js';
import { anySentSpan } from '../testing/any-sent-span.js';
import { canonicalSpans, ingest } from '../testing/read-body.js';
import { aSentSpan } from '../testing/sent-span.js';
import { responseIdIn } from './echoes.js';
import { rollUpMetrics } from './roll-up-metrics.js';

function sent(id: string, parent: string | null, metrics: JsonObject = {}): JsonObject {
  return aSentSpan({
    span_id: id.repeat(16),
    parent_id: parent === null ? null : parent.repeat(16),
    attributes: { ag: { metrics } },
  });
}

function tokens(total: number): JsonObject {
  return { tokens: { incremental: { total } } };
}

function cumulativeTokens(spans: readonly CanonicalSpan[]) {
  return Object.fromEntries(
    spans.map((span) => [span.span_id[0], span.metrics.tokens.cumulative?.['total']]),
  );
}

describe('rollUpMetrics', () => {
  it('adds the metrics of children to their parents', () => {
    const spans = canonicalSpans({
      spans: [sent('a', null), sent('b', 'a', tokens(10)), sent('c', 'b', tokens(5))],
    });

    expect(cumulativeTokens(spans)).toEqual({ a: 15, b: 15, c: 5 });
    expect(spans[0]?.metrics.tokens).toEqual({
      cumulative: { prompt: 0, completion: 0, total: 15 },
    });
  });

  it('keeps a submitted cumulative value if there is nothing to add, and adds it to the parents', () => {
    const submitted = { tokens: { cumulative: { total: 7 } }, errors: { cumulative: 2 } };
    const spans = canonicalSpans({
      spans: [
        sent('a', null, { tokens: { cumulative: { total: 99 } } }),
        sent('b', 'a', submitted),
        sent('c', 'a'),
      ],
    });

    expect(cumulativeTokens(spans)).toEqual({ a: 7, b: 7, c: undefined });
    expect(spans.map((span) => span.metrics.errors)).toEqual([
      { cumulative: 2 },
      { cumulative: 2 },
      {},
    ]);
  });

  it('treats spans on a cycle as top-level spans and rolls up the spans below them', () => {
    const spans = canonicalSpans({
      spans: [
        sent('a', 'b', tokens(1)),
        sent('b', 'a', tokens(2)),
        sent('c', 'c', tokens(4)),
        sent('d', 'c', tokens(8)),
      ],
    });

    expect(cumulativeTokens(spans)).toEqual({ a: 1, b: 2, c: 12, d: 8 });
  });

  it('rolls up each trace separately', () => {
    const spans = canonicalSpans({
      spans: [sent('a', null), { ...sent('b', 'a', tokens(3)), trace_id: 'c'.repeat(32) }],
    });

    expect(cumulativeTokens(spans)).toEqual({ a: undefined, b: 3 });
  });

  it('stays finite for arbitrarily large numbers', () => {
    const huge = { tokens: { incremental: { total: 1e308 } }, errors: { incremental: 1e308 } };
    const spans = canonicalSpans({
      spans: [sent('a', null, huge), sent('b', 'a', huge), sent('c', 'b', huge)],
    });

    expect(cumulativeTokens(spans)['a']).toBe(Number.MAX_VALUE);
    expect(spans[0]?.metrics.errors.cumulative).toBe(Number.MAX_VALUE);
  });

  it('rolls up a chain of 20,000 spans', () => {
    const spans = Array.from({ length: 20_000 }, (_, index) => ({
      ...sent('a', null, tokens(1)),
      span_id: (index + 1).toString(16).padStart(16, '0'),
      parent_id: index.toString(16).padStart(16, '0'),
    }));

    expect(canonicalSpans({ spans })[0]?.metrics.tokens.cumulative?.['total']).toBe(20_000);
  });

  it('gives the same result whether a trace is sent in parts or at once', () => {
    const metricSpan = fc
      .tuple(anySentSpan(), fc.nat(9), fc.nat(9), fc.option(fc.nat(9)))
      .map(([span, total, cost, cumulative]) => ({
        ...span,
        trace_id: 'a1'.repeat(16),
        attributes: {
          ag: {
            metrics: {
              tokens: {
                incremental: { total },
                cumulative: cumulative === null ? null : { total: cumulative },
              },
              costs: { incremental: { total: cost / 7 } },
            },
          },
        },
      }));
    const anyTrace = fc.uniqueArray(metricSpan, {
      selector: (span: JsonObject) => span['span_id'],
      maxLength: 8,
    });

    fc.assert(
      fc.property(anyTrace, fc.nat(8), (trace, cut) => {
        const whole = canonicalSpans(structuredClone({ spans: trace }));
        const parts = [trace.slice(cut), trace.slice(0, cut)].flatMap((spans) =>
          canonicalSpans(structuredClone({ spans })),
        );

        rollUpMetrics(parts, responseIdIn);

        const metricsOf = (spans: readonly CanonicalSpan[]) =>
          Object.fromEntries(spans.map((span) => [span.span_id, span.metrics]));
        expect(metricsOf(parts)).toEqual(metricsOf(whole));
      }),
    );
  });
});

describe('finishSpans', () => {
  it('makes every span of a trace an annotation if one has a list of links, even an empty one', () => {
    const typesOf = (links: JsonObject) =>
      canonicalSpans({
        spans: [
          sent('a', null),
          { ...sent('b', 'a'), ...links },
          { ...sent('a', null), trace_id: 'c'.repeat(32) },
        ],
      }).map((span) => span.trace_type);

    expect(typesOf({ links: [] })).toEqual(['annotation', 'annotation', 'invocation']);
    expect(typesOf({ links: null })).toEqual(['invocation', 'invocation', 'invocation']);
  });

  it('stores no empty lists', () => {
    const [span] = canonicalSpans({
      spans: [aSentSpan({ links: [], events: [], references: [], hashes: [] })],
    });

    expect(span).toMatchObject({
      links: undefined,
      events: undefined,
      references: undefined,
      hashes: undefined,
    });
  });

  it('returns no spans for no drafts', () => {
    expect(finishSpans([]).spans).toEqual([]);
  });
});

function accepted(...spans: JsonValue[]): AcceptedSpans {
  const outcome = ingest({ spans });
  if (outcome.status !== 'accepted') {
    throw new Error('Not accepted');
  }
  return outcome;
}

/** Calls `fitSpans` with a `build` that reports a span as too large if `isOversized` returns true for it. */
function dropOversized(given: AcceptedSpans, isOversized: (span: CanonicalSpan) => boolean) {
  const outcome = fitSpans(given, (spans) => ({
    tooLarge: spans.flatMap((span, position) => (isOversized(span) ? [position] : [])),
  }));
  return outcome.status === 'fitted' ? outcome.accepted : outcome;
}

describe('fitSpans', () => {
  it('drops an oversized span, reports its position and rolls up the others again', () => {
    const outcome = accepted('no span', sent('a', null, tokens(1)), sent('b', 'a', tokens(5)));

    const reduced = dropOversized(outcome, (span) => span.span_id.startsWith('b'));

    expect(reduced).toMatchObject({
      status: 'accepted',
      spans: [{ metrics: { tokens: { cumulative: { total: 1 } } } }],
      dropped: [
        { index: 0, code: 'invalid_span' },
        { index: 2, code: 'span_too_large', span_id: 'b'.repeat(16) },
      ],
    });
  });

  it('derives the trace type from the remaining spans', () => {
    const annotating = { ...sent('b', 'a'), links: [] };
    const outcome = accepted(sent('a', null), annotating);
    expect(outcome).toMatchObject({ spans: [{ trace_type: 'annotation' }, {}] });

    const reduced = dropOversized(outcome, (span) => span.span_id.startsWith('b'));

    expect(reduced).toMatchObject({ spans: [{ trace_type: 'invocation' }] });
  });

  it('refuses the request when no span is left', () => {
    expect(dropOversized(accepted(sent('a', null)), () => true)).toMatchObject({
      status: 'unprocessable',
      detail: [{ type: 'value_error', loc: ['body', 'spans', 0], ctx: { code: 'span_too_large' } }],
      dropped: [{ index: 0, code: 'span_too_large' }],
    });
  });
});
