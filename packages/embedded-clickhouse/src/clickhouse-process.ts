import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** Path of the child's program. Without a build, the program is TypeScript, which Node 24 runs directly. */
const childFile = fileURLToPath(
  new URL(import.meta.url.endsWith('.ts') ? './main.ts' : './main.js', import.meta.url),
);
/** Flags that minimize the heap and the number of V8 threads, because the child runs only a few lines of JavaScript. */
const nodeFlags = ['--max-old-space-size=32', '--max-semi-space-size=1', '--v8-pool-size=0'];
const OUTPUT_TAIL_CHARS = 4000;

/** One run of the ClickHouse server. */
export interface ClickHouseProcess {
  /** The process id, or undefined if the process could not be started. */
  readonly pid: number | undefined;
  /** Resolves after the process has ended; never rejects. */
  readonly exited: Promise<ProcessEnd>;
  /** Closes the standard input of the process, so that the process finishes. */
  end(): void;
  /** Kills the process immediately (SIGKILL). */
  kill(): void;
}

export interface ProcessEnd {
  readonly exitCode: number | null;
  readonly signal: NodeJS.Signals | null;
  /**
   * The last output of the process. If ClickHouse cannot start, the exit code is still 0, but the output contains the
   * reason.
   */
  readonly output: string;
}

/**
 * Starts the server in a child process that ends when its standard input ends. Only the parent holds the other end of
 * the pipe, so the server ends with the parent, even after SIGKILL.
 */
export function spawnClickHouse(libraryPath: string, configPath: string): ClickHouseProcess {
  const child = spawn(process.execPath, [...nodeFlags, childFile, libraryPath, configPath], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true, // Ctrl-C must reach only the parent, which still has blocks to write
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
