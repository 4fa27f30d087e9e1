import { Buffer } from 'node:buffer';
import { isJsonObject, type JsonObject, type JsonValue } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';
import { OTLP_PROTO } from './otlp-proto.js';

const { root } = protobuf.parse(OTLP_PROTO);
const ID_MEMBERS = new Set(['traceId', 'spanId', 'parentSpanId']);

/** The protobuf bytes of a request that is given as OTLP JSON, made by a library. */
export function encodeOtlp(request: JsonObject): Uint8Array {
  const message = root.lookupType('ExportTraceServiceRequest');
  return message.encode(message.fromObject(withBase64Ids(request) as JsonObject)).finish();
}

/** Decodes an answer with a library; int64 as text. */
export function decodeOtlpAnswer(
  type: 'ExportTraceServiceResponse' | 'RpcStatus',
  bytes: Uint8Array,
): object {
  const message = root.lookupType(type);
  return message.toObject(message.decode(bytes), { longs: String });
}

function withBase64Ids(value: JsonValue): JsonValue {
  if (Array.isArray(value)) {
    return value.map(withBase64Ids);
  }
  if (!isJsonObject(value)) {
    return value;
  }
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    ID_MEMBERS.has(name) && typeof member === 'string'
      ? Buffer.from(member, 'hex').toString('base64')
      : withBase64Ids(member),
  ]);
  return Object.fromEntries(entries) as JsonObject;
}
