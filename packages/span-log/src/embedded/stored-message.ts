import { decodeMessageHeaders, type TextHeaders } from '../message-headers.js';
import type { LogMessage, LogPosition } from '../span-subscription.js';

const lengthBytes = 2;

/** Two bytes length of the headers, the headers as JSON, the payload. */
export const encodeStored = (headers: TextHeaders, payload: Uint8Array): Buffer => {
  const text = JSON.stringify(headers);
  const textBytes = Buffer.byteLength(text);
  const stored = Buffer.allocUnsafe(lengthBytes + textBytes + payload.byteLength);
  stored.writeUInt16BE(textBytes, 0);
  stored.write(text, lengthBytes);
  stored.set(payload, lengthBytes + textBytes);
  return stored;
};

/** `payload` shares the memory of `stored`. */
export const decodeStored = (stored: Buffer): { headers: TextHeaders; payload: Buffer } => {
  const payloadStart = lengthBytes + stored.readUInt16BE(0);
  return {
    headers: JSON.parse(stored.toString('utf8', lengthBytes, payloadStart)) as TextHeaders,
    payload: stored.subarray(payloadStart),
  };
};

export const toLogMessage = ({ partition, offset }: LogPosition, stored: Buffer): LogMessage => {
  const { headers, payload } = decodeStored(stored);
  return { partition, offset, frame: payload, headers: decodeMessageHeaders(headers) };
};
