import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * First port that can be picked. The picked ports are below the ephemeral ports of Linux (from 32768) and macOS. The
 * system therefore never assigns the port of a stopped server to a client, and a restarted server can use it again.
 */
const FIRST_PORT = 10_000;
const END_PORT = 32_000;
const ATTEMPTS = 50;

/** Picks a random port without a listener. Rejects if it finds none. */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, END_PORT);
    if (await isFree(host, port)) {
      return port;
    }
  }
  throw new Error(`found no free port on ${host}`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
