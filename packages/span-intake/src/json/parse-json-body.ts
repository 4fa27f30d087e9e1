import { type Buffer, isUtf8 } from 'node:buffer';
import { type ParsedJson, parseJsonText } from '@spanhouse/span-schema';

/** Parses the bytes of a body as JSON. Returns `malformed` for bytes that are not valid UTF-8. Never throws. */
export function parseJsonBody(body: Buffer, maxValues?: number): ParsedJson {
  if (!isUtf8(body)) {
    return { status: 'malformed', message: 'Invalid UTF-8', position: undefined };
  }
  return parseJsonText(body.toString('utf8'), maxValues);
}
