import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addAddress('::1', 'ipv6');
loopback.addSubnet('127.0.0.0', 8, 'ipv4'); // matches IPv6 addresses that contain one of these as well

/** Whether only this machine can reach a server that is bound to `host`. */
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
 * Whether `host` is a name that every client looks up on its own machine. To bind a port to such a name is another
 * question, because a resolver may send names below `localhost` to a name server.
 */
export function isLoopbackName(host: string): boolean {
  return isLoopbackHost(host) || host.toLowerCase().endsWith('.localhost');
}
