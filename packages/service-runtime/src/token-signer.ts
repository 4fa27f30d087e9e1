import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/**
 * Number of bytes in a MAC. 128 bits are sufficient for short-lived tokens that are verified online, and they keep the
 * tokens in URLs short.
 */
const MAC_BYTES = 16;

/** Signs opaque tokens, such as cursors. Only holders of the secret can create tokens. */
export interface TokenSigner {
  /** Returns the payload with a MAC as base64url. The token is valid only for the given purpose. */
  sign(payload: Uint8Array, purpose: string): string;
  /** Returns the payload of a token, or `undefined` for any string that `sign` did not create for this purpose. */
  verify(token: string, purpose: string): Uint8Array | undefined;
}

/**
 * Creates a signer that signs with `current`. It also verifies tokens that were signed with one of `others`, so that a
 * secret can be replaced without an interruption.
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
      // Node's decoder skips invalid characters, but only the exact string that `sign` returned is a valid token.
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
    // The key object is reused. If the key were bytes, createHmac would create a key object each time, which takes four
    // times as long.
    const key = createSecretKey(createHmac('sha256', secret).update(purpose).digest());
    keys.set(purpose, key);
    return key;
  };
  return (payload, purpose) =>
    createHmac('sha256', keyOf(purpose)).update(payload).digest().subarray(0, MAC_BYTES);
}
