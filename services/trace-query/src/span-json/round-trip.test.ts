import { anySentSpan } from '@spanhouse/span-intake/testing';
import { type CanonicalSpan, type JsonObject, stringifyJson } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { store, takeIn } from '../testing/intake.js';
import { writeSpans } from './assemble-trace.js';
import { writeSpanJson } from './write-span-json.js';

/** Generates spans with distinct ids, because two spans with the same id in one request become one. */
function anySpans(): fc.Arbitrary<JsonObject[]> {
  return fc.uniqueArray(anySentSpan(), {
    selector: (span) => `${span['trace_id']}${span['span_id']}`,
    maxLength: 5,
  });
}

function ingest(spans: JsonObject[]): readonly CanonicalSpan[] {
  return takeIn(stringifyJson({ spans: spans.map((span) => ({ span_name: 'n', ...span })) }));
}

function byTrace(spans: readonly CanonicalSpan[]): Map<string, CanonicalSpan[]> {
  const traces = new Map<string, CanonicalSpan[]>();
  for (const span of spans) {
    traces.set(span.trace_id, [...(traces.get(span.trace_id) ?? []), span]);
  }
  return traces;
}

/**
 * Removes members that may differ between equal spans. A computed `cumulative` replaces the submitted one. A trace that
 * is an annotation only because of an empty list of links loses this type.
 */
function comparable(spans: readonly CanonicalSpan[]): CanonicalSpan[] {
  return [...byTrace(spans).values()]
    .flatMap((trace) => {
      const hasLinks = trace.some((span) => span.links !== undefined);
      return trace.map((span) => ({
        ...span,
        trace_type: hasLinks ? span.trace_type : ('invocation' as const),
        submitted_cumulative: undefined,
      }));
    })
    .sort((left, right) => (keyOf(left) < keyOf(right) ? -1 : 1));
}

function keyOf({ trace_id: traceId, span_id: spanId }: CanonicalSpan): string {
  return `${traceId}${spanId}`;
}

describe('the lossless round trip', () => {
  it('stores equal spans from the answer of a span-shaped read', () => {
    fc.assert(
      fc.property(anySpans(), (sent) => {
        const first = ingest(sent);

        const shown = store(first).map((span) => writeSpanJson(span));
        const second = takeIn(`{"spans":[${shown.join(',')}]}`);

        expect(comparable(second)).toEqual(comparable(first));
      }),
      { numRuns: 120 },
    );
  });

  it('stores equal spans from the traces that a trace-shaped read shows', () => {
    fc.assert(
      fc.property(anySpans(), (sent) => {
        const first = ingest(sent);

        const shown = [...byTrace(first)].map(
          ([traceId, spans]) => `"${traceId}":{"spans":${writeSpans(store(spans))}}`,
        );
        const second = takeIn(`{"traces":{${shown.join(',')}}}`);

        expect(comparable(second)).toEqual(comparable(first));
      }),
      { numRuns: 120 },
    );
  });

  it('shows the same when the result is submitted again', () => {
    fc.assert(
      fc.property(anySpans(), (sent) => {
        const withLinks = sent.map((span) => ({
          ...span,
          links: [{ trace_id: 'c'.repeat(32), span_id: 'd'.repeat(16) }],
        }));

        const once = store(ingest(withLinks)).map((span) => writeSpanJson(span));
        const twice = store(takeIn(`{"spans":[${once.join(',')}]}`)).map((span) =>
          writeSpanJson(span),
        );

        expect(twice).toEqual(once);
      }),
      { numRuns: 120 },
    );
  });
});
