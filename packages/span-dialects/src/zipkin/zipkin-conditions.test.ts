import { aDialectSpan } from '../testing/a-dialect-span.js';
import { toZipkinSpan } from './to-zipkin-span.js';
import { conditionsOf, OpenConditions, type ZipkinQuery } from './zipkin-conditions.js';

const stored = aDialectSpan({
  span_name: 'GET /a',
  start_time: 0n,
  end_time: 5000n,
  attributes: { http: { 'status.code': 200 }, 'http.x': 'y', peer: { service: 'DB' } },
  resource: { attributes: { 'service.name': 'Shop' } },
  events: [{ name: 'retry', timestamp: 1000n, attributes: { n: 1 } }],
});
const instant = aDialectSpan({ start_time: 5n, end_time: 5n });

function matches(query: Partial<ZipkinQuery>, span = stored): boolean {
  const open = new OpenConditions(conditionsOf({ annotations: new Map(), ...query }));
  open.see({ stored: span, shown: toZipkinSpan(span, false) });
  return open.areMet;
}

describe('conditionsOf', () => {
  it.each<[Partial<ZipkinQuery>, boolean]>([
    [{ serviceName: 'shop' }, true],
    [{ serviceName: 'other' }, false],
    [{ serviceName: 'other', spanName: 'get /a' }, false],
    [{ serviceName: 'shop', spanName: 'get /a' }, true],
    [{ spanName: 'get' }, false],
    [{ remoteServiceName: 'db' }, true],
    [{ remoteServiceName: 'shop' }, false],
    [{ annotations: new Map([['http.status.code', '200']]) }, true],
    [{ annotations: new Map([['http.status.code', '20']]) }, false],
    [{ annotations: new Map([['http', '']]) }, false],
    [{ annotations: new Map([['http.x', '']]) }, true],
    [{ annotations: new Map([['retry', '']]) }, true],
    [{ duration: { min: 5, max: 5 } }, true],
    [{ duration: { min: 6, max: Number.POSITIVE_INFINITY } }, false],
    [{ duration: { min: 0, max: 4 } }, false],
  ])('%j matches: %j', (query, expected) => {
    expect(matches(query)).toBe(expected);
  });

  it('treats a span without a duration as a span of 0 microseconds', () => {
    expect(matches({ duration: { min: 0, max: 0 } }, instant)).toBe(true);
    expect(matches({ duration: { min: 1, max: 9 } }, instant)).toBe(false);
  });
});
