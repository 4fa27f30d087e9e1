import { parseKeyText } from '../api-key-text.js';
import type { KeyFingerprint } from '../catalog.js';

const API_KEY = /^ApiKey\s+/i;

/** The key of a header: after `ApiKey`, or bare. undefined for anything no key can be. */
export function parseAuthorization(authorization: string | undefined): KeyFingerprint | undefined {
  return parseKeyText((authorization ?? '').trim().replace(API_KEY, ''));
}
