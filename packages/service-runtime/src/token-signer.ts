import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** 128 bits are enough for tokens that are short-lived and checked online, and keep them short in URLs. */
const MAC_BYTES = 16;

/** Signs opaque tokens, such as cursors, that only holders of the secret can create. */
export interface TokenSigner {
  /** Returns the payload and its MAC as base64url. A token is valid for its purpose only. */
  sign(payload: Uint8Array, purpose: string): string;
  /** Returns the payload, or `undefined` for any text that `sign` did not return for this purpose. */
  verify(token: string, purpose: string): Uint8Array | undefined;
}

/** Signs with `current`. Tokens of the other secrets verify as well, while one secret replaces the other. */
export function createTokenSigner(current: string, ...others: readonly string[]): TokenSigner {
  const macWithCurrent = createMac(current);
  const macs = [macWithCurrent, ...others.map(createMac)];

  return {
    sign(payload, purpose) {
      return Buffer.concat([payload, macWithCurrent(payload, purpose)]).toString('base64url');
    },
    verify(token, purpose) {
      const bytes = Buffer.from(token, 'base64url');
      // The decoder of Node skips invalid characters; only the exact text that `sign` returned is a token.
      if (bytes.length < MAC_BYTES || bytes.toString('base64url') !== token) {
        return undefined;
      }
      const payload = bytes.subarray(0, bytes.length - MAC_BYTES);
      const mac = bytes.subarray(bytes.length - MAC_BYTES);
      const isSigned = macs.some((macOf) => timingSafeEqual(mac, macOf(payload, purpose)));
      return isSigned ? payload : undefined;
    },
  };
}

type MacOf = (payload: Uint8Array, purpose: string) => Buffer;

function createMac(secret: string): MacOf {
  const keys = new Map<string, KeyObject>();
  const keyOf = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known !== undefined) {
      return known;
    }
    // Given bytes, createHmac would create a key object every time, which takes four times as long.
    const key = createSecretKey(createHmac('sha256', secret).update(purpose).digest());
    keys.set(purpose, key);
    return key;
  };
  return (payload, purpose) =>
    createHmac('sha256', keyOf(purpose)).update(payload).digest().subarray(0, MAC_BYTES);
}
