import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import { type Found, SpanFault, wrongValue } from '../submission/span-fault.js';

type Side = 'localEndpoint' | 'remoteEndpoint';

/** A member of an endpoint, and the attribute for its value. */
interface EndpointMember {
  readonly side: Side;
  readonly key: string;
  readonly attribute: string;
  /** The attribute to use if the first one is occupied by a tag or by the address of the other IP version. */
  readonly otherwise: string;
}

/**
 * OpenTelemetry's attributes for network addresses. `localEndpoint.serviceName` is missing here, because it belongs to
 * the resource.
 */
const members: readonly EndpointMember[] = [
  member('localEndpoint', 'ipv4', 'network.local.address'),
  member('localEndpoint', 'ipv6', 'network.local.address'),
  member('localEndpoint', 'port', 'network.local.port'),
  member('remoteEndpoint', 'serviceName', 'peer.service'),
  member('remoteEndpoint', 'ipv4', 'network.peer.address'),
  member('remoteEndpoint', 'ipv6', 'network.peer.address'),
  member('remoteEndpoint', 'port', 'network.peer.port'),
];

function member(side: Side, key: string, attribute: string): EndpointMember {
  const owner = side === 'localEndpoint' ? 'local_endpoint' : 'remote_endpoint';
  return { side, key, attribute, otherwise: `zipkin.${owner}.${key}` };
}

const MAX_PORT = 65_535;

/** Adds the endpoints to the attributes. Returns the service that recorded the span. */
export function readEndpoints(
  span: JsonObject,
  attributes: JsonObject,
): string | undefined | SpanFault {
  for (const { side, key, attribute, otherwise } of members) {
    const value = readMember(span, side, key);
    if (value instanceof SpanFault) {
      return value;
    }
    if (value !== undefined && attributes[attribute] !== value) {
      attributes[attributes[attribute] === undefined ? attribute : otherwise] = value;
    }
  }
  const service = readMember(span, 'localEndpoint', 'serviceName');
  return typeof service === 'number' ? undefined : service;
}

/** Reads a member of an endpoint. A zero port and an empty text count as absent. */
function readMember(
  span: JsonObject,
  side: Side,
  key: string,
): string | number | undefined | SpanFault {
  const endpoint = span[side];
  const input = isJsonObject(endpoint) ? (endpoint[key] ?? '') : '';
  if (input === '' || (key === 'port' && input === 0)) {
    return undefined;
  }
  if (key === 'port') {
    return isPort(input) ? input : wrong({ loc: [side, key], input }, 'is not a port');
  }
  return typeof input === 'string' ? input : wrong({ loc: [side, key], input }, 'is not a string');
}

function wrong(found: Found, reason: string): SpanFault {
  return wrongValue('invalid_span', found, reason);
}

function isPort(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_PORT;
}
