import { hash, randomBytes, randomInt } from 'node:crypto';
import type { KeyFingerprint } from './catalog.js';

const PREFIX_CHARACTERS = 8;
const SECRET_BYTES = 32;
const ALPHANUMERICS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const KEY = /^([A-Za-z0-9]{8})\.[0-9A-Fa-f]{64}$/;

/** A new key: its text, to be shown once, and what is kept of it. */
export interface KeyText extends KeyFingerprint {
  readonly text: string;
}

export function createKeyText(): KeyText {
  const draw = () => ALPHANUMERICS.charAt(randomInt(ALPHANUMERICS.length));
  const prefix = Array.from({ length: PREFIX_CHARACTERS }, draw).join('');
  const text = `${prefix}.${randomBytes(SECRET_BYTES).toString('hex')}`;
  return { text, prefix, hash: hash('sha256', text) };
}

/** undefined for a text that no key has. */
export function parseKeyText(text: string): KeyFingerprint | undefined {
  const prefix = KEY.exec(text)?.[1];
  return prefix === undefined ? undefined : { prefix, hash: hash('sha256', text) };
}
