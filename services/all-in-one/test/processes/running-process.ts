import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { timeLimits } from '@spanhouse/service-runtime/testing';

const repository = new URL('../../../../', `file://${__dirname}/`).pathname;

export interface RunningProcess {
  readonly child: ChildProcess;
  /** Returns everything that the process has printed. */
  output(): string;
  /** Resolves with the first capture group of `pattern` when a printed line matches. */
  line(pattern: RegExp): Promise<string>;
  readonly exited: Promise<number | null>;
  stop(): Promise<number | null>;
  kill9(): Promise<void>;
}

const started = new Set<ChildProcess>();

/** Ends processes that a failed test left running. */
afterAll(() => {
  for (const child of started) {
    child.kill('SIGKILL');
  }
});

/** Runs a built program of this repository directly with the Node binary, so that a signal reaches the program. */
export function startProcess(
  script: string,
  env: Record<string, string>,
  args: readonly string[] = [],
): RunningProcess {
  return startBy([], { script, env, args });
}

interface Program {
  readonly script: string;
  readonly env: Record<string, string>;
  readonly args?: readonly string[];
}

/** Runs the program through a wrapper command, such as `unshare`, that takes the program as its arguments. */
export function startBy(
  command: readonly string[],
  { script, env, args = [] }: Program,
): RunningProcess {
  const path = `${repository}${script}`;
  if (!existsSync(path)) {
    throw new Error(`${script} is missing: npm run build first`);
  }
  const [program = '', ...programArgs] = [...command, process.execPath, path, ...args];
  const child = spawn(program, programArgs, {
    cwd: repository,
    env: { ...withoutJestVariables(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  const lines: string[] = [];
  const waiters = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', (line) => {
      lines.push(line);
      for (const waiter of waiters) {
        waiter();
      }
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  void exited.then(() => started.delete(child));

  function line(pattern: RegExp): Promise<string> {
    return new Promise((resolve, reject) => {
      const fail = (why: string) => reject(new Error(`${why}\n${lines.slice(-20).join('\n')}`));
      const timer = setTimeout(() => {
        fail(`timed out after ${timeLimits.effect} ms: ${script} prints ${pattern}`);
      }, timeLimits.effect);
      const check = () => {
        const match = lines.map((text) => pattern.exec(text)).find((found) => found !== null);
        if (match === undefined) {
          return;
        }
        clearTimeout(timer);
        waiters.delete(check);
        resolve(match[1] ?? '');
      };
      waiters.add(check);
      void exited.then((code) => {
        clearTimeout(timer);
        fail(`${script} ended with ${code}`);
      });
      check();
    });
  }

  return {
    child,
    output: () => lines.join('\n'),
    line,
    exited,
    stop: () => {
      child.kill('SIGTERM');
      return exited;
    },
    kill9: async () => {
      child.kill('SIGKILL');
      await exited;
    },
  };
}

function withoutJestVariables(): Record<string, string | undefined> {
  const {
    JEST_WORKER_ID: _id,
    NODE_ENV: _env,
    KAFKA_BROKERS: _kafka,
    CLICKHOUSE_URL: _url,
    ...env
  } = process.env;
  return env;
}
