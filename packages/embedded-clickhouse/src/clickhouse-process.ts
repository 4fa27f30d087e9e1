import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** From sources the child is TypeScript too: Node 24 runs it as it is. */
const CHILD_FILE = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url),
);
/** The child's own JavaScript is a few lines. */
const NODE_FLAGS = ['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=0'];
const OUTPUT_TAIL_CHARS = 4000;

export interface ClickHouseProcess {
  readonly pid: number | undefined;
  /** Resolves, never rejects, with how it ended. */
  readonly exited: Promise<ProcessEnd>;
  /** Asks it to finish, as the death of this process does: ends its input. */
  end(): void;
  kill(): void;
}

export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /** The last it printed: ClickHouse says here why it cannot start, and exits with 0. */
  readonly output: string;
}

export function spawnClickHouse(libraryPath: string, configPath: string): ClickHouseProcess {
  const child = spawn(process.execPath, [...NODE_FLAGS, CHILD_FILE, libraryPath, configPath], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C is for the parent, which still has blocks to write
    env: { TZ: 'UTC', PATH: '/usr/bin:/bin' },
  });

  let output = '';
  const keepTail = (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-OUTPUT_TAIL_CHARS);
  };
  child.stdout.on('data', keepTail);
  child.stderr.on('data', keepTail);

  const exited = new Promise<ProcessEnd>((resolve) => {
    const finish = (exitCode: number | null, signal: NodeJS.Signals | null) => {
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
    end: () => void child.stdin.destroy(),
    kill: () => void child.kill('SIGKILL'),
  };
}
