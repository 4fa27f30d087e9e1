// Starts processes for scripts. The output of each process is written to a file, and each wait for a process has a time
// limit.
import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { timeLimits, waitUntil } from '../packages/service-runtime/src/testing/wait-until.ts';

export { freePort } from '../packages/service-runtime/src/process/free-port.ts';

const SHOWN_CHARS = 2000;

/**
 * Starts `program` with its output in `logFile`. The other options are options of `spawn`. `exited` resolves with the
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
    const isOk = () =>
      fetch(url)
        .then(({ ok }) => ok)
        .catch(() => false);
    return until(`${name} answers ${url}`, isOk);
  }

  /** Waits for a condition. Rejects if the process ends first or the time limit is reached. */
  function until(what, check) {
    return waitUntil(
      what,
      async () => {
        if (child.exitCode !== null || child.signalCode !== null) {
          throw new Error(`${name} ended with ${await exited}, see ${details()}`);
        }
        return check();
      },
      { details },
    );
  }

  /** Sends the signal, and SIGKILL if the process does not end in time. Resolves with the exit code or the signal. */
  async function stop(signal = 'SIGTERM') {
    child.kill(signal);
    const bound = setTimeout(() => child.kill('SIGKILL'), timeLimits.processStop);
    const code = await exited;
    clearTimeout(bound);
    return code;
  }
}
