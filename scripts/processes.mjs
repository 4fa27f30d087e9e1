// Starts processes for scripts. Their output goes to a file, and every wait for them is bounded.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { timeLimits, waitUntil } from '../packages/service-runtime/src/testing/wait-until.ts';

const SHOWN_CHARS = 2000;

/** Resolves with a port of loopback that is free at this moment. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Whether an HTTP server answers `url` with a 2xx status. */
export async function answers(url) {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}

/**
 * Starts `program` with its output in `logFile`; the other options are those of `spawn`. `exited` resolves with the
 * exit code, or with the name of the signal that ended the process.
 */
export function startProcess({ name, program, args, logFile, ...options }) {
  const log = openSync(logFile, 'w');
  const child = spawn(program, args, { ...options, stdio: ['ignore', log, log] });
  closeSync(log);
  const exited = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? signal));
  });
  const output = () => readFileSync(logFile, 'utf8');
  const details = () => `${logFile}:\n${output().slice(-SHOWN_CHARS)}`;
  return { child, exited, output, untilPrints, untilAnswers, until, stop };

  function untilPrints(text) {
    return until(`${name} prints "${text}"`, () => output().includes(text));
  }

  function untilAnswers(url) {
    return until(`${name} answers ${url}`, () => answers(url));
  }

  /** Waits for a condition. Rejects if the process ends first, or after the limit for the start of a process. */
  function until(what, check) {
    return waitUntil(
      what,
      async () => {
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`${name} ended with ${await exited}, see ${details()}`);
        }
        return check();
      },
      { timeoutMs: timeLimits.processStart, details },
    );
  }

  /** Sends SIGTERM, and SIGKILL if the process does not end in time. Resolves with the exit code. */
  async function stop(signal = 'SIGTERM') {
    child.kill(signal);
    const bound = setTimeout(() => child.kill('SIGKILL'), timeLimits.processStop);
    const code = await exited;
    clearTimeout(bound);
    return code;
  }
}
