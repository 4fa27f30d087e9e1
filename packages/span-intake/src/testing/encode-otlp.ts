import { Buffer } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';
import { otlpProto } from './otlp-proto.js';

const { root } = protobuf.parse(otlpProto);
const idMembers = new Set(['traceId', 'spanId', 'parentSpanId']);

/** Encodes an OTLP JSON request as protobuf with a library, independently of the code under test. */
export function encodeOtlp(request: JsonObject): Uint8Array {
  const message = root.lookupType('ExportTraceServiceRequest');
  const object = withIds(request, (hex) => Buffer.from(hex, 'hex').toString('base64'));
  return message.encode(message.fromObject(object as JsonObject)).finish();
}

/** Converts a protobuf request to OTLP JSON with a library, independently of the code under test. */
export function decodeToOtlpJson(bytes: Uint8Array): JsonValue {
  const message = root.lookupType('ExportTraceServiceRequest');
  const object = message.toObject(message.decode(bytes), { longs: String, bytes: String });
  return withIds(object, (base64) => Buffer.from(base64, 'base64').toString('hex'));
}

/** Decodes a response with a library. An int64 becomes a string. */
export function decodeOtlpAnswer(
  type: 'ExportTraceServiceResponse' | 'RpcStatus' | 'RetryInfo',
  bytes: Uint8Array,
): object {
  const message = root.lookupType(type);
  return message.toObject(message.decode(bytes), { longs: String });
}

/** Returns a copy of the request in which `respell` has converted every id. */
function withIds(value: JsonValue, respell: (id: string) => string): JsonValue {
  if (Array.isArray(value)) {
    return value.map((entry) => withIds(entry, respell));
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    idMembers.has(name) && typeof member === 'string' ? respell(member) : withIds(member, respell),
  ]);
  return Object.fromEntries(entries) as JsonObject;
}
