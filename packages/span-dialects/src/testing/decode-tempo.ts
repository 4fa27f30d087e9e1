import { Buffer } from 'node:buffer';
import type { JsonObject } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';
import { tempoProto } from './tempo-proto.js';

const { root } = protobuf.parse(tempoProto);

/**
 * Decodes a message of Tempo with a library: 64-bit integers become texts, and ids base64. Throws unless the library
 * writes the message with the same bytes, so that it has no unknown members and no superfluous bytes.
 */
export function decodeTempo(type: 'Trace' | 'TraceByIDResponse', bytes: Uint8Array): JsonObject {
  const message = root.lookupType(type);
  const decoded = message.decode(bytes);
  if (!Buffer.from(message.encode(decoded).finish()).equals(bytes)) {
    throw new Error(`${type} has members that are unknown, or is not written as a library does`);
  }
  return message.toObject(decoded, { longs: String, bytes: String }) as JsonObject;
}
