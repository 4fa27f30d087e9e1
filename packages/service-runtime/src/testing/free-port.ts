import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** Resolves with a port of loopback that is free at this moment, for a setting in which 0 means "off". */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
