import { parseKeyText } from '../api-key-text.js';
import type { KeyFingerprint } from '../catalog.js';

/** The headers of an HTTP request, or the metadata of a gRPC call, that may contain an API key. */
export interface CredentialHeaders {
  /** `ApiKey <key>`, `Bearer <key>`, `Basic` with the key as the password, or the bare key. */
  readonly authorization?: unknown;
  readonly 'x-api-key'?: unknown;
}

/**
 * The key of a request. The value is `unreadable` if the request has credentials that do not have the format of a key.
 */
export type SentKey = KeyFingerprint | 'unreadable' | undefined;

const keyScheme = /^(?:ApiKey|Bearer)\s+/i;
const basicScheme = /^Basic\s+/i;

/**
 * Reads the key of a request. If `authorization` contains no key, reads `x-api-key`, because a proxy in front of the
 * service may use `authorization` for its own credentials.
 */
export function readSentKey(headers: CredentialHeaders): SentKey {
  const { authorization, 'x-api-key': apiKey } = headers;
  const key = parseKeyText(keyTextOf(authorization)) ?? parseKeyText(textOf(apiKey));
  if (key !== undefined) {
    return key;
  }
  return textOf(authorization) === '' && textOf(apiKey) === '' ? undefined : 'unreadable';
}

function keyTextOf(authorization: unknown): string {
  const text = textOf(authorization);
  return basicScheme.test(text)
    ? readPassword(text.replace(basicScheme, ''))
    : text.replace(keyScheme, '');
}

/**
 * Returns the password of Basic credentials. Ignores the user name: clients that require one send an account name or a
 * public key.
 */
function readPassword(encoded: string): string {
  const pair = Buffer.from(encoded, 'base64').toString('latin1');
  const colon = pair.indexOf(':');
  return colon === -1 ? '' : pair.slice(colon + 1);
}

/**
 * Returns a header as one string. If a header is sent twice, Node joins the values, and the result is not a valid key.
 */
function textOf(header: unknown): string {
  return typeof header === 'string' ? header.trim() : '';
}
