import { aZipkinSpan } from '../testing/zipkin-span.js';
import { readZipkinSpans } from './read-zipkin-spans.js';

function spanWith(value: string) {
  const outcome = readZipkinSpans([aZipkinSpan({ annotations: [{ timestamp: 1, value }] })], 0n);
  const [span] = outcome.status === 'accepted' ? outcome.spans : [];
  return { event: span?.events?.[0], errors: span?.metrics.errors };
}

describe('an annotation', () => {
  it.each([
    ['Go', 'exception: {"exception.type":"Timeout","exception.message":"a: {b}"}'],
    ['Java', '"exception":{"exception.type":"Timeout","exception.message":"a: {b}"}'],
    ['Python', '{"exception": {"exception.type": "Timeout", "exception.message": "a: {b}"}}'],
  ])('of the exporter of OpenTelemetry for %s is an exception with attributes', (_, value) => {
    const { event, errors } = spanWith(value);

    expect(event).toMatchObject({
      name: 'exception',
      attributes: { 'exception.type': 'Timeout', 'exception.message': 'a: {b}' },
    });
    expect(errors).toMatchObject({ incremental: 1 });
  });

  it.each(['wire send', 'a: {b}', 'a: {"b":1} c', '{"a":1}', '{"a":{},"b":{}}', '{}', '"a":{'])(
    'with another text is an event named after the text: %s',
    (value) => {
      expect(spanWith(value).event).toEqual({ name: value, timestamp: 1000n });
    },
  );
});
