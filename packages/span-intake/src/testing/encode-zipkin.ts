import { Buffer } from 'node:buffer';
import { isIPv4 } from 'node:net';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';

/**
 * zipkin.proto of openzipkin/zipkin-api without comments. Kinds are declared as numbers here, so that tests can send
 * unknown kinds.
 */
const zipkinProto = `
syntax = "proto3";
message ListOfSpans { repeated Span spans = 1; }
message Span {
  bytes trace_id = 1;
  bytes parent_id = 2;
  bytes id = 3;
  int32 kind = 4;
  string name = 5;
  fixed64 timestamp = 6;
  uint64 duration = 7;
  Endpoint local_endpoint = 8;
  Endpoint remote_endpoint = 9;
  repeated Annotation annotations = 10;
  map<string, string> tags = 11;
  bool debug = 12;
  bool shared = 13;
}
message Endpoint { string service_name = 1; bytes ipv4 = 2; bytes ipv6 = 3; int32 port = 4; }
message Annotation { fixed64 timestamp = 1; string value = 2; }
`;

const kinds = ['', 'CLIENT', 'SERVER', 'PRODUCER', 'CONSUMER'];
const { root } = protobuf.parse(zipkinProto);

/** Encodes Zipkin v2 JSON as protobuf with a library. IPv6 addresses must be written with all of their groups. */
export function encodeZipkin(spans: readonly JsonObject[]): Buffer {
  const message = root.lookupType('ListOfSpans');
  return Buffer.from(message.encode(message.fromObject({ spans: spans.map(toMessage) })).finish());
}

function toMessage(span: JsonObject): JsonObject {
  return {
    ...span,
    traceId: base64Of(span['traceId']),
    parentId: base64Of(span['parentId']),
    id: base64Of(span['id']),
    kind: typeof span['kind'] === 'string' ? kinds.indexOf(span['kind']) : (span['kind'] ?? 0),
    timestamp: String(span['timestamp'] ?? 0),
    duration: String(span['duration'] ?? 0),
    annotations: listOf(span['annotations']).map((annotation) => ({
      ...annotation,
      timestamp: String(annotation['timestamp']),
    })),
    ...('localEndpoint' in span && { localEndpoint: endpointOf(span['localEndpoint']) }),
    ...('remoteEndpoint' in span && { remoteEndpoint: endpointOf(span['remoteEndpoint']) }),
  };
}

function endpointOf(endpoint: JsonValue | undefined): JsonObject {
  const { ipv4, ipv6, ...rest } = isJsonObject(endpoint ?? null) ? (endpoint as JsonObject) : {};
  return {
    ...rest,
    ...(typeof ipv4 === 'string' && isIPv4(ipv4) && { ipv4: bytesOf(ipv4.split('.').map(Number)) }),
    ...(typeof ipv6 === 'string' && {
      ipv6: base64Of(
        ipv6
          .split(':')
          .map((group) => group.padStart(4, '0'))
          .join(''),
      ),
    }),
  };
}

function listOf(value: JsonValue | undefined): readonly JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

function base64Of(hex: JsonValue | undefined): string {
  return Buffer.from(String(hex ?? ''), 'hex').toString('base64');
}

function bytesOf(bytes: readonly number[]): string {
  return Buffer.from(bytes).toString('base64');
}
