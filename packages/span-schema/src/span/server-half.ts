/** The text "server" in ASCII, preceded by two zero bytes. */
const SERVER_HALF = 0x0000_7365_7276_6572n;

/**
 * Derives the id of the server's span from the id that it shares with the client's span. Zipkin allows both to have one
 * id. The derived id is never zero and always the same.
 */
export function idOfServerHalf(sharedId: string): string {
  const id = BigInt(`0x${sharedId}`) ^ SERVER_HALF;
  return (id || SERVER_HALF << 16n).toString(16).padStart(16, '0');
}
