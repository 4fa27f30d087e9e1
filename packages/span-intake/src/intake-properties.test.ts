import { type JsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { readIngestRequest } from './read-ingest-request.js';
import { anySentSpan } from './testing/any-sent-span.js';
import { canonicalSpans, INTAKE_CONTEXT, parseBodyText } from './testing/read-body.js';
import { aSentSpan } from './testing/sent-span.js';

describe('intake', () => {
  /** Without the earlier ones of equal ids. */
  function distinct(spans: readonly JsonObject[]): JsonObject[] {
    return [
      ...new Map(spans.map((span) => [`${span['trace_id']}${span['span_id']}`, span])).values(),
    ];
  }

  function nestFlat(spans: readonly JsonObject[]): JsonValue {
    return { traces: { t: { spans: { n: spans.map((span) => ({ ...span })) } } } };
  }

  it('stores the same spans from the flat and the nested form', () => {
    fc.assert(
      fc.property(fc.array(anySentSpan(), { maxLength: 6 }), (sent) => {
        const named = distinct(sent).map((span) => ({ span_name: 'n', ...span }));

        const nested = readIngestRequest(structuredClone(nestFlat(named)), INTAKE_CONTEXT);
        const flat = readIngestRequest(structuredClone({ spans: named }), INTAKE_CONTEXT);

        expect(nested).toMatchObject({ spans: 'spans' in flat ? flat.spans : [], dropped: [] });
      }),
    );
  });

  it('accounts for every span: accepted, merged or dropped', () => {
    const anyEntry = fc.oneof(
      { weight: 3, arbitrary: anySentSpan() },
      {
        weight: 1,
        arbitrary: anySentSpan().map((span): JsonValue => ({ ...span, span_id: 'bad' })),
      },
      { weight: 1, arbitrary: fc.constant<JsonValue>('no span') },
    );

    fc.assert(
      fc.property(fc.array(anyEntry, { maxLength: 8 }), (spans) => {
        const good = spans.filter(
          (span) => typeof span === 'object' && (span as JsonObject)['span_id'] !== 'bad',
        );

        const outcome = readIngestRequest(structuredClone({ spans }), INTAKE_CONTEXT);

        expect('dropped' in outcome ? outcome.dropped : []).toHaveLength(
          spans.length - good.length,
        );
        expect('spans' in outcome ? outcome.spans : []).toHaveLength(
          distinct(good as JsonObject[]).length,
        );
      }),
    );
  });

  it('lets a bad span change nothing about its neighbours', () => {
    fc.assert(
      fc.property(
        fc.array(anySentSpan(), { minLength: 1, maxLength: 5 }),
        fc.nat(5),
        (good, at) => {
          const bad = aSentSpan({
            trace_id: 'a1'.repeat(16),
            end_time: 'never',
            links: [],
            span_id: 'f'.repeat(16),
          });
          const named = good.map((span) => ({ span_name: 'n', ...span }));
          const mixed = named.toSpliced(at, 0, bad as never);

          const outcome = readIngestRequest(structuredClone({ spans: mixed }), INTAKE_CONTEXT);

          expect(outcome).toMatchObject({
            status: 'accepted',
            spans: canonicalSpans(structuredClone({ spans: named as JsonValue[] })),
            dropped: [{ code: 'invalid_time' }],
          });
        },
      ),
    );
  });

  it('does not depend on how a body was written', () => {
    fc.assert(
      fc.property(fc.array(anySentSpan(), { maxLength: 3 }), (sent) => {
        const spans = sent.map((span) => ({ span_name: 'n', ...span }));
        const text = stringifyJson({ spans });

        expect(canonicalSpans(parseBodyText(text))).toEqual(
          canonicalSpans(structuredClone({ spans })),
        );
      }),
    );
  });
});
