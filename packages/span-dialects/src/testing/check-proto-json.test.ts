import type { JsonObject } from '@spanhouse/span-schema';
import { checkTempoJson } from './decode-tempo.js';

const span = { spanID: 'a1', name: 'x', startTimeUnixNano: '1777629600000000000' };
function search(members: JsonObject): JsonObject {
  return { traces: [{ traceID: 'a', ...members }] };
}

describe('checkProtoJson', () => {
  it('accepts a message with and without its members', () => {
    checkTempoJson('SearchResponse', {});
    checkTempoJson(
      'SearchResponse',
      search({ spanSets: [{ spans: [span], matched: 1 }], serviceStats: { a: { spanCount: 1 } } }),
    );
    checkTempoJson('QueryInstantResponse', { status: 'PARTIAL', series: [{ value: 0.5 }] });
  });

  it.each([
    [
      'an unknown member',
      search({ spanCount: 1 }),
      'SearchResponse.traces[0] has no member spanCount',
    ],
    ['a null', search({ rootTraceName: null }), 'SearchResponse.traces[0].rootTraceName is null'],
    ['a 64-bit integer as a number', search({ startTimeUnixNano: 1 }), 'startTimeUnixNano is 1'],
    [
      'a 64-bit integer that is too large',
      search({ startTimeUnixNano: `${2n ** 64n}` }),
      'is "184',
    ],
    ['a negative unsigned integer', search({ durationMs: -1 }), 'durationMs is -1'],
    ['an object for a list', search({ spanSets: {} }), 'spanSets is {}'],
    ['a list for a map', search({ serviceStats: [] }), 'serviceStats is no object: []'],
    ['half of a surrogate pair', search({ rootTraceName: '\ud800' }), 'rootTraceName is "\\ud800"'],
    [
      'two values instead of one',
      search({ spanSet: { attributes: [{ value: { intValue: '1', boolValue: true } }] } }),
      'attributes[0].value.value is',
    ],
  ])('refuses %s', (_what, json, fault) => {
    expect(() => checkTempoJson('SearchResponse', json)).toThrow(fault);
  });

  it('refuses an enum as a number, and ids in another encoding', () => {
    const withSpan = (members: JsonObject): JsonObject => ({
      resourceSpans: [{ scopeSpans: [{ spans: [members] }] }],
    });

    checkTempoJson('Trace', withSpan({ traceId: 'S/kvNQ==', kind: 'SPAN_KIND_SERVER' }));
    expect(() => checkTempoJson('Trace', withSpan({ kind: 2 }))).toThrow('kind is 2');
    expect(() => checkTempoJson('Trace', withSpan({ kind: 'toString' }))).toThrow('kind is');
    expect(() => checkTempoJson('Trace', withSpan({ traceId: '4bf92f35-' }))).toThrow('traceId is');
  });
});
