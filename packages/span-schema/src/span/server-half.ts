/** "server" in ASCII, with two zero bytes before it. */
const SERVER_HALF = 0x0000_7365_7276_6572n;

/**
 * Derives the id under which the server's half of a call is stored when both halves were sent with one id, as
 * Zipkin allows. It is never zero, and the same for every request.
 */
export function idOfServerHalf(sharedId: string): string {
  const id = BigInt(`0x${sharedId}`) ^ SERVER_HALF;
  return (id || SERVER_HALF << 16n).toString(16).padStart(16, '0');
}
