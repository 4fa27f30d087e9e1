import { type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { flattenSpanAttributes, type LeafValue } from '../spans/flat-attributes.js';
import { serviceOf } from '../spans/service-of.js';
import type { ZipkinEndpoint } from './zipkin-span.js';

/** The attributes of a span by their flat keys. What becomes a member of the Zipkin span is taken out of it. */
export type OpenAttributes = Map<string, LeafValue>;

type Side = 'local' | 'remote';

/** Where OpenTelemetry's conventions keep the address of each side. */
const networks: Readonly<Record<Side, string>> = {
  local: 'network.local',
  remote: 'network.peer',
};

/** The attributes that may name the other side of a call. Only the first is one of any kind of span. */
const peerService = 'peer.service';
const peerOfCaller = [
  'server.address',
  'net.peer.name',
  'peer.hostname',
  'peer.address',
  'db.name',
];
const callers = new Set(['SPAN_KIND_CLIENT', 'SPAN_KIND_PRODUCER']);

const MAX_PORT = 65_535;

/** Restores the endpoint that recorded a span. */
export function takeLocalEndpoint(span: DialectSpan, attributes: OpenAttributes): ZipkinEndpoint {
  const endpoint = takeAddress('local', attributes);
  return { serviceName: serviceOf(span).toLowerCase(), ...endpoint };
}

/** Restores the other side of a call; undefined if nothing of it is known. */
export function takeRemoteEndpoint(
  { span_kind }: Pick<DialectSpan, 'span_kind'>,
  attributes: OpenAttributes,
): ZipkinEndpoint | undefined {
  const { serviceName: stated, ...address } = takeAddress('remote', attributes);
  const serviceName = stated ?? takePeer(span_kind, attributes);
  const named = serviceName === undefined ? {} : { serviceName: serviceName.toLowerCase() };
  const endpoint = { ...named, ...address };
  return Object.keys(endpoint).length === 0 ? undefined : endpoint;
}

/** `peer.service` says the same as the endpoint and is no tag; the other names remain tags. */
function takePeer(kind: string, attributes: OpenAttributes): string | undefined {
  const peer = nonEmptyText(attributes.get(peerService));
  if (peer !== undefined) {
    attributes.delete(peerService);
    return peer;
  }
  const keys = callers.has(kind) ? peerOfCaller : [];
  return keys.map((key) => nonEmptyText(attributes.get(key))).find((name) => name !== undefined);
}

/** Takes the members of an endpoint: those that ingest stored by their names, then those of the conventions. */
function takeAddress(side: Side, attributes: OpenAttributes): ZipkinEndpoint {
  const endpoint: ZipkinEndpoint = {};
  const take = <Value>(key: string, value: Value | undefined): Value | undefined => {
    if (value !== undefined) {
      attributes.delete(key);
    }
    return value;
  };
  for (const name of ['serviceName', 'ipv4', 'ipv6'] as const) {
    const key = `zipkin.${side}_endpoint.${name}`;
    const text = take(key, nonEmptyText(attributes.get(key)));
    if (text !== undefined) {
      endpoint[name] = text;
    }
  }
  const addressKey = `${networks[side]}.address`;
  const address = nonEmptyText(attributes.get(addressKey));
  const version = address === undefined ? undefined : ipVersionOf(address);
  if (version !== undefined && endpoint[version] === undefined) {
    endpoint[version] = take(addressKey, address) ?? '';
  }
  for (const key of [`zipkin.${side}_endpoint.port`, `${networks[side]}.port`]) {
    if (endpoint.port === undefined && isPort(attributes.get(key))) {
      endpoint.port = Number(take(key, attributes.get(key)));
    }
  }
  return endpoint;
}

function nonEmptyText(value: LeafValue | undefined): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function isPort(value: LeafValue | undefined): boolean {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_PORT;
}

const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?!$)|$)){4}$/;
const ipv6 = /^[\da-f:.]*:[\da-f:.]*$/i;

/** An attribute of this name may also hold the path of a socket or a host name, which are no IP addresses. */
function ipVersionOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (ipv4.test(address)) {
    return 'ipv4';
  }
  return ipv6.test(address) && URL.canParse(`http://[${address}]/`) ? 'ipv6' : undefined;
}

const sentPeer = 'zipkin.remote_endpoint.serviceName';
const keys = [sentPeer, peerService, ...peerOfCaller, '_conflicts'];

/** How the remote service of a span follows from its kind and from the values at these keys of its attributes. */
export const remoteServiceOf = {
  keys,
  /** Values as they are stored, null for an absent one. */
  nameIn(kind: string, values: readonly JsonValue[]): string | undefined {
    const attributes: JsonObject = {};
    keys.forEach((key, index) => {
      setMember(attributes, key, values[index] ?? null);
    });
    const flat: OpenAttributes = new Map(
      flattenSpanAttributes(attributes).filter(([, value]) => value !== null),
    );
    return takeRemoteEndpoint({ span_kind: kind }, flat)?.serviceName;
  },
};
