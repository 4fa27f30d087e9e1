import { type JsonObject, type JsonValue, setMember } from '@spanhouse/span-schema';
import type { DialectSpan } from '../spans/dialect-span.js';
import { flattenSpanAttributes, type LeafValue } from '../spans/flat-attributes.js';
import { serviceOf } from '../spans/service-of.js';

/** A host in Zipkin's format. Unknown members are left out. */
export interface ZipkinEndpoint {
  serviceName?: string;
  ipv4?: string;
  ipv6?: string;
  port?: number;
}

/** Attributes of a span, keyed by flat name. An attribute is removed when it becomes a member of the Zipkin span. */
export type OpenAttributes = Map<string, LeafValue>;

type Side = 'local' | 'remote';

/** Prefixes of the OpenTelemetry attributes that contain the address of each side. */
const networks: Readonly<Record<Side, string>> = {
  local: 'network.local',
  remote: 'network.peer',
};

/** Attributes that may contain the name of the called service. Only `peer.service` applies to all span kinds. */
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

/** Restores the endpoint for the service that recorded a span. */
export function takeLocalEndpoint(span: DialectSpan, attributes: OpenAttributes): ZipkinEndpoint {
  const endpoint = takeAddress('local', attributes);
  return { serviceName: serviceOf(span).toLowerCase(), ...endpoint };
}

/** Restores the endpoint for the other side of a call; returns undefined if it is unknown. */
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

/**
 * Returns the name of the service on the other side of a call. Removes `peer.service`, which only duplicates this name;
 * other attributes remain as tags.
 */
function takePeer(kind: string, attributes: OpenAttributes): string | undefined {
  const peer = nonEmptyText(attributes.get(peerService));
  if (peer !== undefined) {
    attributes.delete(peerService);
    return peer;
  }
  const keys = callers.has(kind) ? peerOfCaller : [];
  return keys.map((key) => nonEmptyText(attributes.get(key))).find((name) => name !== undefined);
}

/**
 * Restores the address of an endpoint. Attributes in which ingest has stored an endpoint take precedence over
 * OpenTelemetry attributes.
 */
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

/**
 * Returns the version of an IP address. Returns undefined for host names and socket paths, which the attribute may also
 * contain.
 */
function ipVersionOf(address: string): 'ipv4' | 'ipv6' | undefined {
  if (ipv4.test(address)) {
    return 'ipv4';
  }
  return ipv6.test(address) && URL.canParse(`http://[${address}]/`) ? 'ipv6' : undefined;
}

/** Attributes that may contain the name of the remote service. */
export const peerKeys = ['zipkin.remote_endpoint.serviceName', peerService, ...peerOfCaller];
const keys = [...peerKeys, '_conflicts'];

/** Attributes that determine a span's remote service, and the function for deriving the service from their values. */
export const remoteServiceOf = {
  keys,
  /** Derives the remote service from the stored values, which are in the order of `keys`. A missing value is null. */
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
