import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * Number of bytes of a MAC. 128 bits are sufficient for short-lived tokens that are verified online, and keep tokens
 * short in URLs.
 */
const MAC_BYTES = 16;

/** Signs opaque tokens, such as cursors. Only holders of the secret can create tokens. */
export interface TokenSigner {
  /** Returns the payload and its MAC as base64url. The token is valid only for its purpose. */
  sign(payload: Uint8Array, purpose: string): string;
  /** Returns the payload. Returns `undefined` for any text that `sign` did not create for this purpose. */
  verify(token: string, purpose: string): Uint8Array | undefined;
}

/**
 * Creates a signer. It signs with `current`, and also verifies tokens of the other secrets, so that a secret can be
 * replaced without an interruption.
 */
export function createTokenSigner(current: string, ...others: readonly string[]): TokenSigner {
  const macWithCurrent = createMac(current);
  const macs = [macWithCurrent, ...others.map(createMac)];

  return {
    sign(payload, purpose) {
      return Buffer.concat([payload, macWithCurrent(payload, purpose)]).toString('base64url');
    },
    verify(token, purpose) {
      const bytes = Buffer.from(token, 'base64url');
      // Node's decoder skips invalid characters, but only the exact text that `sign` returned is a token.
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
    // The key object is reused. With bytes as the key, createHmac would create a key object every time, which takes
    // four times as long.
    const key = createSecretKey(createHmac('sha256', secret).update(purpose).digest());
    keys.set(purpose, key);
    return key;
  };
  return (payload, purpose) =>
    createHmac('sha256', keyOf(purpose)).update(payload).digest().subarray(0, MAC_BYTES);
}
