import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { AppError } from '@spanhouse/service-runtime';

/**
 * These ports are below the ephemeral ports of Linux (from 32768) and macOS. A restarted server needs
 * the same port again, and the system must not lend it to a client's connection meanwhile.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 50;

/** Picks a random port that nothing listens on. Throws EMBEDDED_CLICKHOUSE_FAILED if it finds none. */
export async function findFreePort(host: string): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const port = randomInt(FIRST_PORT, LAST_PORT);
    if (await isFree(host, port)) {
      return port;
    }
  }
  throw new AppError('EMBEDDED_CLICKHOUSE_FAILED', `found no free port on ${host}`);
}

function isFree(host: string, port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
