import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import fc from 'fast-check';
import { aZipkinSpan, zipkinSpanId, zipkinTraceId } from '../testing/zipkin-span.js';
import { readZipkinSpans } from './read-zipkin-spans.js';

const RECEIVED_AT = 1_777_629_700_000_000_000n;

function read(...spans: JsonValue[]) {
  return readZipkinSpans(structuredClone(spans), RECEIVED_AT);
}

function readAccepted(...spans: JsonValue[]) {
  const outcome = read(...spans);
  if (outcome.status !== 'accepted') {
    throw new Error(JSON.stringify(outcome));
  }
  return outcome;
}

function readOne(members: JsonObject) {
  const [span] = readAccepted(aZipkinSpan(members)).spans;
  if (span === undefined) {
    throw new Error('no span');
  }
  const { ag: _canonical, ...attributes } = span.attributes;
  return { ...span, attributes };
}

function droppedOf(span: JsonValue) {
  const outcome = read(span);
  return 'dropped' in outcome ? outcome.dropped : [];
}

describe('readZipkinSpans', () => {
  it('keeps every member of a complete span', () => {
    const span = readOne({
      parentId: '6B221D5BC9E6496D',
      kind: 'CLIENT',
      debug: true,
      localEndpoint: { serviceName: 'shop', ipv4: '10.0.0.1', ipv6: '::1', port: 8080 },
      remoteEndpoint: { serviceName: 'bank', ipv4: '10.0.0.2', port: 443 },
      annotations: [{ timestamp: 1_777_629_660_000_500, value: 'wire send' }],
      tags: { 'http.method': 'GET', 'http.path': '/api' },
    });

    expect(span).toMatchObject({
      trace_id: `0000000000000000${zipkinTraceId}`,
      span_id: zipkinSpanId,
      parent_id: '6b221d5bc9e6496d',
      span_kind: 'SPAN_KIND_CLIENT',
      span_name: 'get /api',
      start_time: 1_777_629_660_000_123_000n,
      end_time: 1_777_629_660_001_554_000n,
      status_code: 'STATUS_CODE_UNSET',
      attributes: {
        http: { method: 'GET', path: '/api' },
        peer: { service: 'bank' },
        network: {
          local: { address: '10.0.0.1', port: 8080 },
          peer: { address: '10.0.0.2', port: 443 },
        },
        zipkin: { debug: true, local_endpoint: { ipv6: '::1' } },
      },
      events: [{ name: 'wire send', timestamp: 1_777_629_660_000_500_000n }],
      resource: { attributes: { 'service.name': 'shop' } },
    });
  });

  it.each([
    [
      'pads a trace id of 64 bits on the left',
      { traceId: zipkinTraceId },
      `${'0'.repeat(16)}${zipkinTraceId}`,
    ],
    [
      'reads a trace id of 128 bits',
      { traceId: 'ABCDEF0123456789ABCDEF0123456789' },
      'abcdef0123456789abcdef0123456789',
    ],
  ])('%s', (_, members, traceId) => {
    expect(readOne(members).trace_id).toBe(traceId);
  });

  it.each([
    ['CLIENT', 'SPAN_KIND_CLIENT'],
    ['SERVER', 'SPAN_KIND_SERVER'],
    ['PRODUCER', 'SPAN_KIND_PRODUCER'],
    ['CONSUMER', 'SPAN_KIND_CONSUMER'],
    [null, 'SPAN_KIND_INTERNAL'],
  ])('reads kind %p as %s', (kind, expected) => {
    expect(readOne({ kind }).span_kind).toBe(expected);
  });

  it.each<[JsonObject, string, string | undefined]>([
    [{}, 'STATUS_CODE_UNSET', undefined],
    [{ error: 'timeout' }, 'STATUS_CODE_ERROR', 'timeout'],
    [{ error: 'true' }, 'STATUS_CODE_ERROR', undefined],
    [{ error: '' }, 'STATUS_CODE_ERROR', undefined],
    [{ 'otel.status_code': 'OK' }, 'STATUS_CODE_OK', undefined],
    [{ 'otel.status_code': 'OK', error: 'ignored' }, 'STATUS_CODE_OK', undefined],
    [{ 'otel.status_code': 'ERROR', error: 'declined' }, 'STATUS_CODE_ERROR', 'declined'],
    [{ 'otel.status_code': 'ERROR', 'otel.status_description': 'why' }, 'STATUS_CODE_ERROR', 'why'],
  ])('reads the tags %j as %s with message %p, and keeps them', (tags, code, message) => {
    const span = readOne({ tags });

    expect([span.status_code, span.status_message]).toEqual([code, message]);
    expect(JSON.stringify(span.attributes)).toContain(
      Object.keys(tags)[0]?.split('.').at(-1) ?? '',
    );
  });

  it('reads scope, trace state and dropped counts from the tags of OpenTelemetry exporters', () => {
    const tags = {
      'otel.scope.name': 'shop-app',
      'otel.library.version': '4.5.6',
      'w3c.tracestate': 'a=1',
      'otel.dropped_attributes_count': '1',
      'otel.dropped_events_count': '2',
      'otel.dropped_links_count': 'many',
    };

    expect(readOne({ tags })).toMatchObject({
      scope: { name: 'shop-app', version: '4.5.6' },
      trace_state: 'a=1',
      dropped_attributes_count: 1,
      dropped_events_count: 2,
      dropped_links_count: 0,
    });
  });

  it('keeps both a tag and an endpoint member of the same name', () => {
    const span = readOne({
      tags: { 'peer.service': 'alias' },
      remoteEndpoint: { serviceName: 'bank' },
    });

    expect(span.attributes).toEqual({
      peer: { service: 'alias' },
      zipkin: { remote_endpoint: { serviceName: 'bank' } },
    });
  });

  it('marks an absent start', () => {
    expect(readOne({ timestamp: null }).attributes).toEqual({
      otel: { zipkin: { absentField: { startTime: true } } },
    });
  });

  it.each<[string, JsonValue, string]>([
    ['no object', 'span', 'invalid_span'],
    ['tags that are no object', aZipkinSpan({ tags: [] }), 'invalid_span'],
    ['a name that is no string', aZipkinSpan({ name: 5 }), 'invalid_span'],
    ['shared that is no boolean', aZipkinSpan({ shared: 'yes' }), 'invalid_span'],
    ['a port beyond 65535', aZipkinSpan({ remoteEndpoint: { port: 70_000 } }), 'invalid_span'],
    [
      'a service name that is not a string',
      aZipkinSpan({ localEndpoint: { serviceName: 1 } }),
      'invalid_span',
    ],
    ['no trace id', aZipkinSpan({ traceId: null }), 'invalid_trace_id'],
    ['a trace id of 15 digits', aZipkinSpan({ traceId: 'abcdef012345678' }), 'invalid_trace_id'],
    ['a zero trace id', aZipkinSpan({ traceId: '0'.repeat(32) }), 'invalid_trace_id'],
    ['an id that is not hex', aZipkinSpan({ id: 'zzzzzzzzzzzzzzzz' }), 'invalid_span_id'],
    ['a zero id', aZipkinSpan({ id: '0'.repeat(16) }), 'invalid_span_id'],
    ['a parent that is no id', aZipkinSpan({ parentId: 'root' }), 'invalid_parent_id'],
    ['a negative timestamp', aZipkinSpan({ timestamp: -1 }), 'invalid_time'],
    ['a timestamp beyond 2262', aZipkinSpan({ timestamp: 1e17 }), 'invalid_time'],
    ['a duration that ends beyond 2262', aZipkinSpan({ duration: 9e15 }), 'invalid_time'],
    ['a duration that is text', aZipkinSpan({ duration: 'long' }), 'invalid_time'],
    ['an unknown kind', aZipkinSpan({ kind: 'INTERNAL' }), 'invalid_enum'],
    [
      'an annotation without value',
      aZipkinSpan({ annotations: [{ timestamp: 1 }] }),
      'invalid_event',
    ],
    ['an annotation without time', aZipkinSpan({ annotations: [{ value: 'x' }] }), 'invalid_event'],
    ['an annotation that is no object', aZipkinSpan({ annotations: [1] }), 'invalid_event'],
  ])('drops a span with %s and keeps its neighbour', (_, bad, code) => {
    const outcome = readAccepted(bad, aZipkinSpan());

    expect(outcome.dropped).toMatchObject([{ index: 0, code }]);
    expect(outcome.spans).toHaveLength(1);
  });

  it('reports a dropped span with its original ids and the invalid member', () => {
    expect(droppedOf(aZipkinSpan({ id: 'short' }))).toEqual([
      {
        trace_id: zipkinTraceId,
        span_id: 'short',
        index: 0,
        code: 'invalid_span_id',
        message: 'id is not a valid id.',
      },
    ]);
  });

  it('reports the first of several faults', () => {
    const span = aZipkinSpan({ kind: 'x', timestamp: -1, id: '' });

    expect(droppedOf(span)).toMatchObject([{ code: 'invalid_span_id' }]);
  });

  it('refuses a list in which every span is invalid, and a body that is not a list', () => {
    expect(read('a', 'b')).toMatchObject({ status: 'unprocessable', dropped: [{}, {}] });
    expect(readZipkinSpans({ spans: [] }, RECEIVED_AT)).toMatchObject({
      detail: [{ type: 'list_type', loc: ['body'] }],
    });
  });

  it('never throws, and accounts for every entry', () => {
    const anyMember = fc.oneof(
      fc.jsonValue(),
      fc.constantFrom(zipkinTraceId, zipkinSpanId, 5, 'CLIENT', true),
    );
    const keys = Object.keys(
      aZipkinSpan({ kind: 1, tags: 1, annotations: 1, shared: 1, localEndpoint: 1 }),
    );
    const anyMembers = fc.dictionary(fc.constantFrom(...keys), anyMember, { maxKeys: 3 });
    const anySpan = anyMembers.map((members) => aZipkinSpan(members as JsonObject));

    fc.assert(
      fc.property(fc.array(anySpan, { maxLength: 4 }), (spans) => {
        const outcome = read(...spans);
        const dropped = 'dropped' in outcome ? outcome.dropped.length : 0;
        const good = spans.filter((span) => droppedOf(span).length === 0).filter(isJsonObject);

        expect(good.length + dropped).toBe(spans.length);
      }),
    );
  });
});
