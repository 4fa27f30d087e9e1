import { hash, randomBytes, randomInt } from 'node:crypto';
import type { KeyFingerprint } from './catalog.js';

const PREFIX_CHARACTERS = 8;
const SECRET_BYTES = 32;
const alphanumerics = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const key = /^([A-Za-z0-9]{8})\.[0-9A-Fa-f]{64}$/;

/** A new key and its fingerprint. Only the fingerprint is stored; the key itself is shown once. */
export interface KeyText extends KeyFingerprint {
  readonly text: string;
}

/** Creates a random key: 8 alphanumeric characters, a dot and 64 hexadecimal digits. */
export function createKeyText(): KeyText {
  const draw = () => alphanumerics.charAt(randomInt(alphanumerics.length));
  const prefix = Array.from({ length: PREFIX_CHARACTERS }, draw).join('');
  const text = `${prefix}.${randomBytes(SECRET_BYTES).toString('hex')}`;
  return { text, prefix, hash: hash('sha256', text) };
}

/** Returns the fingerprint of a key, or undefined if the string is not a key. */
export function parseKeyText(text: string): KeyFingerprint | undefined {
  const prefix = key.exec(text)?.[1];
  return prefix === undefined ? undefined : { prefix, hash: hash('sha256', text) };
}
