import { BlockList, isIP } from 'node:net';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8, 'ipv4');
loopback.addAddress('::1', 'ipv6');

/** Whether only this machine can reach a server that is bound to `host`. */
export function isLoopbackHost(host: string): boolean {
  const name = host.startsWith('[') && host.endsWith(']') ? host.slice(1, -1) : host;
  const family = isIP(name);
  if (family === 0) {
    return name.toLowerCase() === 'localhost';
  }
  return loopback.check(name, family === 6 ? 'ipv6' : 'ipv4');
}
