import { createHmac, createSecretKey, type KeyObject, timingSafeEqual } from 'node:crypto';

/** 128 bits: tokens are short-lived and checked online, and stay short in URLs and headers. */
const MAC_BYTES = 16;

/** Makes opaque tokens (cursors, receipts) that only holders of the secret can make. */
export interface TokenSigner {
  /** base64url of the payload and its MAC. A token is valid for its purpose only. */
  sign(payload: Uint8Array, purpose: string): string;
  /** The payload, or undefined for anything `sign` did not return for this purpose. */
  verify(token: string, purpose: string): Uint8Array | undefined;
}

export function createTokenSigner(secret: string): TokenSigner {
  const keys = new Map<string, KeyObject>();
  const keyOf = (purpose: string): KeyObject => {
    const known = keys.get(purpose);
    if (known !== undefined) return known;
    // Given bytes, createHmac makes a key object of them every time: four times the work.
    const key = createSecretKey(createHmac('sha256', secret).update(purpose).digest());
    keys.set(purpose, key);
    return key;
  };
  const macOf = (payload: Uint8Array, purpose: string): Buffer =>
    createHmac('sha256', keyOf(purpose)).update(payload).digest().subarray(0, MAC_BYTES);

  return {
    sign(payload, purpose) {
      return Buffer.concat([payload, macOf(payload, purpose)]).toString('base64url');
    },
    verify(token, purpose) {
      const bytes = Buffer.from(token, 'base64url');
      // Node's decoder skips what is not base64url; only the spelling `sign` gave is a token.
      if (bytes.length < MAC_BYTES || bytes.toString('base64url') !== token) return undefined;
      const payload = bytes.subarray(0, bytes.length - MAC_BYTES);
      const mac = bytes.subarray(bytes.length - MAC_BYTES);
      return timingSafeEqual(mac, macOf(payload, purpose)) ? payload : undefined;
    },
  };
}
