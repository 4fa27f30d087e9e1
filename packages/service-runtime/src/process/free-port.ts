import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * The lowest port that can be picked. All picked ports are below the ephemeral ports of Linux (from 32768) and macOS.
 * The system therefore never gives the port of a stopped server to a client, and a restarted server can use the port
 * again.
 */
const FIRST_PORT = 10_000;
const END_PORT = 32_000;
const ATTEMPTS = 50;

/** Picks a random port on which nothing listens. Rejects if it finds none. */
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
