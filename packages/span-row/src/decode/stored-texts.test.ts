import type { CanonicalSpan, JsonObject } from '@spanhouse/span-schema';
import { aCanonicalSpan, anyCanonicalSpan } from '@spanhouse/span-schema/testing';
import fc from 'fast-check';
import { ROW_SCHEMA_VERSION } from '../columns/row-schema-version.js';
import { SpanRowEncoder } from '../encode/span-row-encoder.js';
import { aRowContext } from '../testing/index.js';
import { decodeSpanRows } from './decode-stored-spans.js';
import type { StoredSpan } from './stored-span.js';
import { agEnd, hasOnlyDuration, openAg } from './stored-texts.js';

function stored(span: CanonicalSpan): StoredSpan {
  const encoder = new SpanRowEncoder();
  encoder.encode(span, aRowContext());
  const [read] = decodeSpanRows(encoder.take(), ROW_SCHEMA_VERSION);
  if (read === undefined) {
    throw new Error('no row');
  }
  return read;
}

describe('openAg', () => {
  it('allows further members in `ag` for any span', () => {
    fc.assert(
      fc.property(anyCanonicalSpan(), (span) => {
        const { attributes } = stored(span);

        const shown: { ag: JsonObject } = JSON.parse(`${openAg(attributes)},"type":1${agEnd}`);

        const { ag, ...others }: { ag: JsonObject } = JSON.parse(attributes);
        expect(shown).toEqual({ ...others, ag: { ...ag, type: 1 } });
      }),
    );
  });
});

describe('hasOnlyDuration', () => {
  const none = { errors: {}, tokens: {}, costs: {} };
  const metricsOf = (metrics: Partial<CanonicalSpan['metrics']>) =>
    stored(aCanonicalSpan({ metrics: { duration: {}, ...none, ...metrics } })).metrics;

  it('recognizes metrics that a roll-up does not change', () => {
    expect(hasOnlyDuration(metricsOf({}))).toBe(true);
    expect(hasOnlyDuration(metricsOf({ duration: { cumulative: 12.5 } }))).toBe(true);
  });

  it.each([
    { errors: { incremental: 1 } },
    { tokens: { cumulative: { total: 0 } } },
    { tokens: { cumulative: none } },
    { costs: { incremental: {} } },
    { costs: { cumulative: none } },
  ])('is false for %j', (metrics) => {
    expect(hasOnlyDuration(metricsOf(metrics))).toBe(false);
  });
});
