import { idOfServerHalf, type JsonObject } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { aDialectSpan } from '../testing/a-dialect-span.js';
import { toZipkinSpan, type ZipkinSpan } from './to-zipkin-span.js';

const failed = { status_code: 'STATUS_CODE_ERROR' };

function shown(members: Partial<DialectSpan>): ZipkinSpan {
  return toZipkinSpan(aDialectSpan(members), false);
}

describe('toZipkinSpan', () => {
  it('leaves out absent and empty members', () => {
    expect(shown({ span_name: '', end_time: 1_777_629_600_000_000_000n })).toEqual({
      traceId: '4bf92f3577b34da6a3ce929d0e0e4736',
      id: '00f067aa0ba902b7',
      timestamp: 1_777_629_600_000_000,
      localEndpoint: { serviceName: 'shop' },
    });
  });

  it.each<[bigint, bigint, readonly unknown[]]>([
    [1_999n, 3_998n, [1, 1]],
    [0n, 999n, [0, 1]],
    [-1n, -1n, [-1, undefined]],
    [5_000n, 4_000n, [5, undefined]],
    [0n, 2n ** 63n - 1n, [0, 9_223_372_036_854_775n]],
  ])('rounds the times %s and %s down to microseconds', (start_time, end_time, expected) => {
    const span = shown({ start_time, end_time });

    expect([span.timestamp, span.duration]).toEqual(expected);
  });

  it.each([
    ['SPAN_KIND_CLIENT', 'CLIENT'],
    ['SPAN_KIND_SERVER', 'SERVER'],
    ['SPAN_KIND_PRODUCER', 'PRODUCER'],
    ['SPAN_KIND_CONSUMER', 'CONSUMER'],
    ['SPAN_KIND_INTERNAL', undefined],
    ['SPAN_KIND_UNSPECIFIED', undefined],
  ])('shows the kind %s as %s', (span_kind, kind) => {
    expect(shown({ span_kind }).kind).toBe(kind);
  });

  it.each([
    ['STATUS_CODE_OK', { 'otel.status_code': 'OK' }],
    ['STATUS_CODE_UNSET', undefined],
    ['STATUS_CODE_ERROR', { 'otel.status_code': 'ERROR', error: '' }],
  ])('shows the status %s as tags', (status_code, tags) => {
    expect(shown({ status_code }).tags).toEqual(tags);
  });

  it('names the service of spans without one, and keeps a service that is not a text as a tag', () => {
    const noService = 'otlpresourcenoservicename';

    expect(shown({ resource: undefined }).localEndpoint.serviceName).toBe(noService);
    const odd = shown({ resource: { attributes: { 'service.name': 5 } } });
    expect([odd.localEndpoint.serviceName, odd.tags]).toEqual([noService, { 'service.name': '5' }]);
  });

  it("restores the ids of the server's span of a call", () => {
    const span_id = idOfServerHalf('00000000000000aa');
    const attributes = { zipkin: { shared: true, parent_id: '00000000000000bb' } };

    expect(shown({ span_id, parent_id: '00000000000000aa', attributes })).toMatchObject({
      id: '00000000000000aa',
      parentId: '00000000000000bb',
      shared: true,
    });
    expect(shown({ span_id, parent_id: '00000000000000aa', attributes })).not.toHaveProperty(
      'tags',
    );
  });

  it("leaves a span unchanged that is only marked as a server's span", () => {
    const span = shown({ parent_id: '00000000000000aa', attributes: { zipkin: { shared: true } } });

    expect(span).toMatchObject({ id: '00f067aa0ba902b7', tags: { 'zipkin.shared': 'true' } });
    expect(span).not.toHaveProperty('shared');
  });

  it.each<[string, JsonObject, Partial<ZipkinSpan>]>([
    [
      'addresses of the conventions',
      {
        network: { local: { address: '10.0.0.1', port: 80 }, peer: { address: '::1', port: 443 } },
      },
      {
        localEndpoint: { serviceName: 'shop', ipv4: '10.0.0.1', port: 80 },
        remoteEndpoint: { ipv6: '::1', port: 443 },
      },
    ],
    [
      'members that ingest stored by their names',
      {
        peer: { service: 'alias' },
        network: { peer: { address: '10.0.0.1' } },
        zipkin: { remote_endpoint: { serviceName: 'Bank', ipv4: '10.0.0.2', ipv6: '::2' } },
      },
      {
        remoteEndpoint: { serviceName: 'bank', ipv4: '10.0.0.2', ipv6: '::2' },
        tags: { 'network.peer.address': '10.0.0.1', 'peer.service': 'alias' },
      },
    ],
    [
      'no address from an invalid value',
      { network: { local: { address: '/tmp/socket', port: '80' }, peer: { address: 'a:b' } } },
      {
        localEndpoint: { serviceName: 'shop' },
        tags: {
          'network.local.address': '/tmp/socket',
          'network.local.port': '80',
          'network.peer.address': 'a:b',
        },
      },
    ],
  ])('restores %s', (_, attributes, expected) => {
    const { localEndpoint, remoteEndpoint, tags } = shown({ attributes });

    expect({ localEndpoint, remoteEndpoint, tags }).toEqual({
      localEndpoint: { serviceName: 'shop' },
      remoteEndpoint: undefined,
      tags: undefined,
      ...expected,
    });
  });

  it.each<[string, JsonObject, string | undefined]>([
    ['SPAN_KIND_SERVER', { 'peer.service': 'Shop', 'db.name': 'x' }, 'shop'],
    ['SPAN_KIND_CLIENT', { 'db.name': 'cards', 'peer.address': 'P' }, 'p'],
    ['SPAN_KIND_PRODUCER', { 'net.peer.name': 'n', 'server.address': 's' }, 's'],
    ['SPAN_KIND_CLIENT', { 'server.address': '', 'peer.hostname': 'h' }, 'h'],
    ['SPAN_KIND_SERVER', { 'db.name': 'cards' }, undefined],
    ['SPAN_KIND_CONSUMER', { 'server.address': 's' }, undefined],
  ])('names the other side of a %s with %j', (span_kind, attributes, name) => {
    const span = shown({ span_kind, attributes });

    expect(span.remoteEndpoint?.serviceName).toBe(name);
    expect(Object.keys(span.tags ?? {})).not.toContain('peer.service');
    expect(Object.keys(span.tags ?? {})).toHaveLength(
      Object.keys(attributes).filter((key) => key !== 'peer.service').length,
    );
  });

  it.each<[string, Partial<DialectSpan>, string | undefined]>([
    ['the message', { ...failed, status_message: 'declined' }, 'declined'],
    ['an empty text without a message', failed, ''],
    [
      'the submitted text',
      { ...failed, status_message: 'why', attributes: { error: 'sent' } },
      'sent',
    ],
    [
      'the message instead of a flag',
      { ...failed, status_message: 'why', attributes: { error: true } },
      'why',
    ],
    ['the submitted text with another status', { attributes: { error: 'sent' } }, 'sent'],
    ['nothing for the flag `false`', { attributes: { error: false } }, undefined],
    ['nothing for the text `false`', { attributes: { error: 'false' } }, undefined],
    ['nothing for a span that did not fail', { status_message: 'why' }, undefined],
    [
      'nothing for an event of that name',
      { events: [{ name: 'error', timestamp: 1n }] },
      undefined,
    ],
  ])('has as tag `error` %s', (_, members, text) => {
    expect(shown(members).tags?.['error']).toBe(text);
  });

  it('prefers attributes of the span to those of resource and scope', () => {
    const { tags } = shown({
      attributes: { a: 'span' },
      resource: { attributes: { 'service.name': 'shop', a: 'resource', b: 'resource' } },
      scope: { name: 'lib', version: '1', attributes: { b: 'scope', c: 'scope' } },
      trace_state: 'x=1',
      dropped_events_count: 2,
    });

    expect(Object.entries(tags ?? {})).toEqual([
      ['a', 'span'],
      ['b', 'resource'],
      ['c', 'scope'],
      ['otel.dropped_events_count', '2'],
      ['otel.scope.name', 'lib'],
      ['otel.scope.version', '1'],
      ['w3c.tracestate', 'x=1'],
    ]);
  });

  it('orders annotations by time, and writes the attributes of events with ascending keys', () => {
    const { annotations } = shown({
      events: [
        { name: 'b "c"', timestamp: 2_999n, attributes: { z: [1, 2], a: { y: null } } },
        { name: 'a', timestamp: 1_000n },
      ],
    });

    expect(annotations).toEqual([
      { timestamp: 1, value: 'a' },
      { timestamp: 2, value: '"b \\"c\\"": {"a.y":null,"z":[1,2]}' },
    ]);
  });

  it('shows links as tags', () => {
    const link = { trace_id: 'aa'.repeat(16), span_id: 'bb'.repeat(8) };
    const { tags } = shown({
      links: [
        link,
        { ...link, trace_state: 'x=1', attributes: { k: 1 }, dropped_attributes_count: 3 },
      ],
    });

    expect(tags).toEqual({
      'otlp.link.0': `${link.trace_id}|${link.span_id}||{}|0`,
      'otlp.link.1': `${link.trace_id}|${link.span_id}|x=1|{"k":1}|3`,
    });
  });

  it('hides the parent of a span on a cycle, and keeps its id as a tag', () => {
    const span = toZipkinSpan(aDialectSpan({ parent_id: '00000000000000aa' }), true);

    expect(span).not.toHaveProperty('parentId');
    expect(span.tags).toEqual({ 'spanhouse.parent_id': '00000000000000aa' });
  });
});
