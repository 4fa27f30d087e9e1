import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('127.0.0.0', 8, 'ipv4'); // also matches IPv4-mapped IPv6 addresses

/** Returns true if only this machine can reach a server that is bound to `host`. */
export function isLoopbackHost(host: string): boolean {
  const name = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  switch (isIP(name)) {
    case 4:
      return name.startsWith('127.');
    case 6:
      return loopback.check(name, 'ipv6');
    default:
      return name.toLowerCase() === 'localhost';
  }
}

/**
 * Returns true if every client resolves `host` to its own machine. This does not make it safe for a server to bind to
 * `host`, because the server may look up a name such as `app.localhost` in DNS.
 */
export function isLoopbackName(host: string): boolean {
  return isLoopbackHost(host) || host.toLowerCase().endsWith('.localhost');
}
