import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { AppError } from '@spanhouse/service-runtime';
/**
 * Below the ephemeral ports of Linux (from 32768) and macOS: the server must find its port free
 * when it comes back, and a client that reconnects meanwhile could get it as its own.
 */
const FIRST_PORT = 20_000;
const LAST_PORT = 32_000;
const ATTEMPTS = 50;
export async function findFreePort(host) {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const port = randomInt(FIRST_PORT, LAST_PORT);
        if (await isFree(host, port))
            return port;
    }
    throw new AppError('EMBEDDED_CLICKHOUSE_FAILED', `found no free port on ${host}`);
}
function isFree(host, port) {
    return new Promise((resolve) => {
        const server = createServer();
        server.once('error', () => resolve(false));
        server.listen(port, host, () => server.close(() => resolve(true)));
    });
}
//# sourceMappingURL=free-port.js.map