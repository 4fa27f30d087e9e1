import { Buffer } from 'node:buffer';
import type { JsonObject, JsonValue } from '@spanhouse/span-schema';
import protobuf from 'protobufjs';
import { checkProtoJson } from './check-proto-json.js';
import { tempoAnswersProto } from './tempo-answers-proto.js';
import { tempoProto } from './tempo-proto.js';

const root = new protobuf.Root();
protobuf.parse(tempoProto, root);
protobuf.parse(tempoAnswersProto, root);

/**
 * Decodes a Tempo message with a library. 64-bit integers become strings, and ids become base64. Throws if the library
 * encodes the decoded message to different bytes, which indicates unknown members or superfluous bytes.
 */
export function decodeTempo(type: 'Trace' | 'TraceByIDResponse', bytes: Uint8Array): JsonObject {
  const message = root.lookupType(type);
  const decoded = message.decode(bytes);
  if (!Buffer.from(message.encode(decoded).finish()).equals(bytes)) {
    throw new Error(`${type} has members that are unknown, or is not written as a library does`);
  }
  return message.toObject(decoded, { longs: String, bytes: String }) as JsonObject;
}

/** Throws unless the JSON is a Tempo message without unknown members. */
export function checkTempoJson(type: string, json: JsonValue): void {
  checkProtoJson(root.lookupType(type), json, { bytes: 'base64', enums: 'names' });
}
