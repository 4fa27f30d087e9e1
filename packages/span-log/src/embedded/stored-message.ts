import { decodeMessageHeaders, type TextHeaders } from '../messages/message-headers.js';
import type { LogMessage, LogPosition } from '../span-subscription.js';

const LENGTH_BYTES = 2;

/** Encodes a message for the file: the length of the headers in two bytes, the headers as JSON, and the payload. */
export function encodeStored(headers: TextHeaders, payload: Uint8Array): Buffer {
  const text = JSON.stringify(headers);
  const textBytes = Buffer.byteLength(text);
  const stored = Buffer.allocUnsafe(LENGTH_BYTES + textBytes + payload.byteLength);
  stored.writeUInt16BE(textBytes, 0);
  stored.write(text, LENGTH_BYTES);
  stored.set(payload, LENGTH_BYTES + textBytes);
  return stored;
}

/** Decodes a stored message. `payload` is a view of `stored`, not a copy. */
export function decodeStored(stored: Buffer): { headers: TextHeaders; payload: Buffer } {
  const payloadStart = LENGTH_BYTES + stored.readUInt16BE(0);
  return {
    headers: JSON.parse(stored.toString('utf8', LENGTH_BYTES, payloadStart)) as TextHeaders,
    payload: stored.subarray(payloadStart),
  };
}

/** Decodes a stored message into the form that subscriptions deliver. */
export function toLogMessage({ partition, offset }: LogPosition, stored: Buffer): LogMessage {
  const { headers, payload } = decodeStored(stored);
  return { partition, offset, frame: payload, headers: decodeMessageHeaders(headers) };
}
