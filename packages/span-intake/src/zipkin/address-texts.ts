const IPV4_DIGITS = 8;
const IPV6_DIGITS = 32;

/** Returns the usual text of an IPv4 address that is given in hex. Bytes of another length are returned unchanged. */
export function ipv4TextOf(hex: string): string {
  if (hex.length !== IPV4_DIGITS) {
    return hex;
  }
  return (hex.match(/../g) ?? []).map((byte) => Number.parseInt(byte, 16)).join('.');
}

/** Does the same for IPv6, in the form of RFC 5952, which the URL standard also prescribes. */
export function ipv6TextOf(hex: string): string {
  if (hex.length !== IPV6_DIGITS) {
    return hex;
  }
  const groups = (hex.match(/..../g) ?? []).join(':');
  return new URL(`http://[${groups}]`).hostname.slice(1, -1);
}
