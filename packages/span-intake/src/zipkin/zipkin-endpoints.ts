import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import { objectIn } from '../request/span-members.js';
import { wrongValue } from '../submission/span-fault.js';

type Side = 'localEndpoint' | 'remoteEndpoint';

/** A member of an endpoint, and the attribute in which its value is stored. */
interface EndpointMember {
  readonly side: Side;
  readonly key: string;
  readonly attribute: string;
  /** The attribute to use if the first one is already set by a tag or by the address of the other IP version. */
  readonly otherwise: string;
}

/**
 * The members of endpoints, with the corresponding OpenTelemetry attributes for network addresses.
 * `localEndpoint.serviceName` is not listed, because it is stored in the resource.
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
export function readEndpoints(span: JsonObject, attributes: JsonObject): string | undefined {
  for (const { side, key, attribute, otherwise } of members) {
    const value = key === 'port' ? portIn(span, side) : nameIn(span, side, key);
    if (value !== undefined && attributes[attribute] !== value) {
      attributes[attributes[attribute] === undefined ? attribute : otherwise] = value;
    }
  }
  return nameIn(span, 'localEndpoint', 'serviceName');
}

/** Reads a string member of an endpoint. An empty string is treated as absent. */
function nameIn(span: JsonObject, side: Side, key: string): string | undefined {
  const input = objectIn(span, side)?.[key] ?? '';
  if (typeof input !== 'string') {
    throw wrongValue('invalid_span', { loc: [side, key], input }, 'is not a string');
  }
  return input === '' ? undefined : input;
}

/** Reads the port of an endpoint. Zero and an empty string are treated as absent. */
function portIn(span: JsonObject, side: Side): number | undefined {
  const input = objectIn(span, side)?.['port'] ?? '';
  if (input === '' || input === 0) {
    return undefined;
  }
  if (!isPort(input)) {
    throw wrongValue('invalid_span', { loc: [side, 'port'], input }, 'is not a port');
  }
  return input;
}

function isPort(value: JsonValue): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= MAX_PORT;
}
