import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AppError } from '@spanhouse/service-runtime';
/** POSIX; Node has no call for it. */
const MKFIFO = 'mkfifo';
/**
 * A FIFO, because ClickHouse opens /dev/stdin by name, which works for a pipe but not for the
 * socket that Node makes of `stdio: 'pipe'`. The name is gone as soon as both ends are open.
 */
export function createLifeline() {
    const directory = mkdtempSync(join(tmpdir(), 'spanhouse-'));
    try {
        const { readFd, writeFd } = openFifo(join(directory, 'lifeline'));
        let isCut = false;
        return {
            readFd,
            childStarted: () => closeSync(readFd),
            cut() {
                if (!isCut)
                    closeSync(writeFd);
                isCut = true;
            },
        };
    }
    finally {
        rmSync(directory, { recursive: true, force: true });
    }
}
function openFifo(path) {
    try {
        execFileSync(MKFIFO, ['-m', '600', path], { stdio: ['ignore', 'ignore', 'pipe'] });
    }
    catch (cause) {
        throw new AppError('EMBEDDED_CLICKHOUSE_FAILED', `cannot make a pipe at ${path}`, { cause });
    }
    // Either end alone would block in open() until the other is there.
    const bothFd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
    const readFd = openSync(path, constants.O_RDONLY);
    const writeFd = openSync(path, constants.O_WRONLY);
    closeSync(bothFd);
    return { readFd, writeFd };
}
//# sourceMappingURL=lifeline.js.map