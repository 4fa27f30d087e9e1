/** The ASCII string "server", preceded by two zero bytes. */
const SERVER_HALF = 0x0000_7365_7276_6572n;

/**
 * Derives an id for the server's span from the id that it shares with the client's span, because Zipkin allows both
 * spans to have the same id. The same shared id always gives the same result, and the result is never zero.
 */
export function idOfServerHalf(sharedId: string): string {
  const id = BigInt(`0x${sharedId}`) ^ SERVER_HALF;
  return (id || SERVER_HALF << 16n).toString(16).padStart(16, '0');
}
