import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { createLifeline } from './lifeline.js';
/** From sources the child is TypeScript too: Node 24 runs it as it is. */
const CHILD_FILE = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url));
/** The child's own JavaScript is a few lines. */
const NODE_FLAGS = ['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=0'];
const OUTPUT_TAIL_CHARS = 4000;
export function spawnClickHouse(libraryPath, configPath) {
    const lifeline = createLifeline();
    const child = spawn(process.execPath, [...NODE_FLAGS, CHILD_FILE, libraryPath, configPath], {
        stdio: [lifeline.readFd, 'pipe', 'pipe'],
        detached: true, // Ctrl-C is for the parent, which still has blocks to write
        env: { TZ: 'UTC', PATH: '/usr/bin:/bin' },
    });
    lifeline.childStarted();
    let output = '';
    const keepTail = (chunk) => {
        output = (output + chunk.toString()).slice(-OUTPUT_TAIL_CHARS);
    };
    child.stdout?.on('data', keepTail);
    child.stderr?.on('data', keepTail);
    const exited = new Promise((resolve) => {
        const finish = (exitCode, signal) => {
            lifeline.cut();
            resolve({ exitCode, signal, output: output.trim() });
        };
        child.once('close', finish);
        child.once('error', (error) => {
            output += error.message;
            finish(null, null);
        });
    });
    return {
        pid: child.pid,
        exited,
        end: lifeline.cut,
        kill: () => void child.kill('SIGKILL'),
    };
}
//# sourceMappingURL=clickhouse-process.js.map