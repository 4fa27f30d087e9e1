import type { JsonObject } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { aDialectSpan } from '../testing/a-dialect-span.js';
import { toJaegerProcess, toJaegerSpan } from './to-jaeger-span.js';

function shown(members: Partial<DialectSpan>, isCyclic = false) {
  return toJaegerSpan(aDialectSpan(members), isCyclic);
}

function tagsOf(members: Partial<DialectSpan>) {
  return shown({ span_kind: 'SPAN_KIND_UNSPECIFIED', ...members }).tags.map(
    ({ key, type, value }) => [key, type, value],
  );
}

describe('toJaegerSpan', () => {
  it('omits only flags of 0', () => {
    expect(shown({ flags: 0, span_kind: 'SPAN_KIND_UNSPECIFIED' })).toEqual({
      traceID: '4bf92f3577b34da6a3ce929d0e0e4736',
      spanID: '00f067aa0ba902b7',
      operationName: 'ask',
      references: [],
      startTime: 1_777_629_600_000_000,
      duration: 1_500_000,
      tags: [],
      logs: [],
      warnings: null,
    });
    expect(shown({ flags: 257 }).flags).toBe(257);
  });

  it.each<[bigint, bigint, readonly unknown[]]>([
    [1_999n, 3_998n, [1, 1]],
    [0n, 999n, [0, 0]],
    [-1n, -1n, [-1, 0]],
    [5_000n, 4_000n, [5, 0]],
    [0n, 2n ** 63n - 1n, [0, 9_223_372_036_854_775n]],
  ])('rounds the times %s and %s down to microseconds', (start_time, end_time, expected) => {
    const { startTime, duration } = shown({ start_time, end_time });

    expect([startTime, duration]).toEqual(expected);
  });

  it.each<[JsonObject['x'], readonly unknown[]]>([
    ['a', ['string', 'a']],
    [true, ['bool', true]],
    [5, ['int64', 5]],
    [9_007_199_254_740_993n, ['int64', '9007199254740993']],
    [-(2n ** 63n), ['int64', '-9223372036854775808']],
    [2n ** 63n, ['string', '9223372036854775808']],
    [1e21, ['string', '1000000000000000000000']],
    [12.5, ['float64', 12.5]],
    [
      ['fast', 'html'],
      ['string', '["fast","html"]'],
    ],
    [[], ['string', '[]']],
    [null, ['string', 'null']],
  ])('types the value %p', (value, [type, text]) => {
    expect(tagsOf({ attributes: { x: value ?? null } })).toEqual([['x', type, text]]);
  });

  it('orders tags: attributes, scope, kind, status, trace state, dropped counts', () => {
    const tags = tagsOf({
      attributes: { z: 1, a: 2 },
      scope: { name: 'lib', version: '1', attributes: { s: 3 } },
      span_kind: 'SPAN_KIND_CLIENT',
      status_code: 'STATUS_CODE_ERROR',
      status_message: 'why',
      trace_state: 'x=1',
      dropped_attributes_count: 1,
      dropped_events_count: 2,
      dropped_links_count: 3,
    });

    expect(tags.map(([key]) => key)).toEqual([
      'z',
      'a',
      'otel.scope.name',
      'otel.scope.version',
      's',
      'span.kind',
      'otel.status_code',
      'error',
      'otel.status_description',
      'w3c.tracestate',
      'otel.dropped_attributes_count',
      'otel.dropped_events_count',
      'otel.dropped_links_count',
    ]);
  });

  it.each([
    ['SPAN_KIND_INTERNAL', 'internal'],
    ['SPAN_KIND_SERVER', 'server'],
    ['SPAN_KIND_CLIENT', 'client'],
    ['SPAN_KIND_PRODUCER', 'producer'],
    ['SPAN_KIND_CONSUMER', 'consumer'],
  ])('shows the kind %s as the tag %s', (span_kind, name) => {
    expect(tagsOf({ span_kind })).toEqual([['span.kind', 'string', name]]);
  });

  it.each([
    ['STATUS_CODE_UNSET', []],
    ['STATUS_CODE_OK', [['otel.status_code', 'string', 'OK']]],
    [
      'STATUS_CODE_ERROR',
      [
        ['otel.status_code', 'string', 'ERROR'],
        ['error', 'bool', true],
      ],
    ],
  ])('shows the status %s as tags', (status_code, tags) => {
    expect(tagsOf({ status_code })).toEqual(tags);
  });

  it('does not repeat the value of an attribute in another tag', () => {
    const members = { span_kind: 'SPAN_KIND_SERVER', status_code: 'STATUS_CODE_ERROR' };
    const attributes = { 'span.kind': 'server', error: 'true' };

    expect(tagsOf({ ...members, attributes })).toEqual([
      ['span.kind', 'string', 'server'],
      ['error', 'string', 'true'],
      ['otel.status_code', 'string', 'ERROR'],
      ['error', 'bool', true],
    ]);
  });

  it('refers to the parent first, and to links by their kind', () => {
    const link = { trace_id: '0'.repeat(16) + 'aa'.repeat(8), span_id: 'bb'.repeat(8) };
    const childOf = { ...link, attributes: { 'opentracing.ref_type': 'child_of' } };
    const nested = { ...link, attributes: { opentracing: { ref_type: 'child_of' } } };
    const { references } = shown({ parent_id: 'cc'.repeat(8), links: [link, childOf, nested] });

    expect(references.map(({ refType, traceID, spanID }) => [refType, traceID, spanID])).toEqual([
      ['CHILD_OF', '4bf92f3577b34da6a3ce929d0e0e4736', 'cc'.repeat(8)],
      ['FOLLOWS_FROM', 'aa'.repeat(8), 'bb'.repeat(8)],
      ['CHILD_OF', 'aa'.repeat(8), 'bb'.repeat(8)],
      ['CHILD_OF', 'aa'.repeat(8), 'bb'.repeat(8)],
    ]);
  });

  it('orders logs by time, with the name of the event before its attributes', () => {
    const { logs } = shown({
      events: [
        { name: 'b', timestamp: 2_999n, attributes: { k: 1 } },
        { name: 'a', timestamp: 1_000n },
      ],
    });

    expect(logs).toEqual([
      { timestamp: 1, fields: [{ key: 'event', type: 'string', value: 'a' }] },
      {
        timestamp: 2,
        fields: [
          { key: 'event', type: 'string', value: 'b' },
          { key: 'k', type: 'int64', value: 1 },
        ],
      },
    ]);
  });

  it('hides the parent of a span on a cycle and adds a warning', () => {
    const { references, tags, warnings } = shown({ parent_id: 'cc'.repeat(8) }, true);

    expect(references).toEqual([]);
    expect(tags.at(-1)).toEqual({
      key: 'spanhouse.parent_id',
      type: 'string',
      value: 'cc'.repeat(8),
    });
    expect(warnings).toEqual(['The parent cccccccccccccccc is also a descendant of this span.']);
  });
});

describe('toJaegerProcess', () => {
  it.each<[DialectSpan['resource'], string, number]>([
    [{ attributes: { 'service.name': 'shop', a: 1 } }, 'shop', 1],
    [undefined, 'OTLPResourceNoServiceName', 0],
    [{ attributes: { 'service.name': '' } }, 'OTLPResourceNoServiceName', 1],
    [{ attributes: { 'service.name': 5 } }, 'OTLPResourceNoServiceName', 1],
  ])('of %j is %s with %d tags', (resource, name, tags) => {
    const process = toJaegerProcess(aDialectSpan({ resource }));

    expect([process.serviceName, process.tags.length]).toEqual([name, tags]);
  });
});
