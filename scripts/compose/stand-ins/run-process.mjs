// A process in place of a container: its output in a file, its end within a bound.
import { spawn } from 'node:child_process';
import { createWriteStream, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';

const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 45_000;
const POLL_MS = 200;
const TAIL_CHARS = 2000;

/** `env` is the whole environment. Ctrl-C does not reach it: whoever starts it stops it, in order. */
export function runProcess({ name, program, args, env, cwd, logFile }) {
  const child = spawn(program, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  const log = createWriteStream(logFile, { flags: 'a' });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  const ended = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => log.end(() => resolve(code)));
  });
  const failure = (what) =>
    new Error(
      `${name} ${what}, see ${logFile}\n${readFileSync(logFile, 'utf8').slice(-TAIL_CHARS)}`,
    );
  return {
    ended,
    failure,
    async until(isReady) {
      const deadline = Date.now() + READY_TIMEOUT_MS;
      while (!(await isReady())) {
        if (child.exitCode !== null) throw failure(`ended with ${child.exitCode}`);
        if (Date.now() > deadline) throw failure('is not ready');
        await delay(POLL_MS);
      }
    },
    async stop() {
      child.kill('SIGTERM');
      const bound = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      const code = await ended;
      clearTimeout(bound);
      if (code !== 0) throw failure(`ended with ${code}`);
    },
  };
}

export async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
