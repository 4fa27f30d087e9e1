import { type JsonObject, type JsonValue, stringifyJson } from '@spanhouse/span-schema';
import { sentSpanSchema } from '@spanhouse/span-schema/api';
import fc from 'fast-check';
import { anyFaultySpan } from '../testing/any-faulty-span.js';
import { anySentSpan } from '../testing/any-sent-span.js';

/** Parses the span with plain `JSON.parse`. */
function parse(span: JsonValue) {
  return sentSpanSchema.safeParse(JSON.parse(stringifyJson(span)));
}

describe('the schema of a sent span in the API document', () => {
  it('accepts every span that the intake accepts', () => {
    fc.assert(
      fc.property(anySentSpan(), (span) => {
        expect(parse(span as JsonObject).error?.issues ?? []).toEqual([]);
      }),
    );
  });

  it('refuses a span that is dropped for a wrong type or enum value', () => {
    const malformedSpans = anyFaultySpan().filter(
      ({ code }) => code === 'invalid_span' || code === 'invalid_enum',
    );

    fc.assert(fc.property(malformedSpans, ({ span }) => !parse(span).success));
  });
});
