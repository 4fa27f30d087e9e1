import type { ChildProcess, SpawnOptions } from 'node:child_process';

export { freePort } from '../packages/service-runtime/src/process/free-port.js';

export interface StartedProcess {
  readonly child: ChildProcess;
  /** Resolves with the exit code, or with the name of the signal that ended the process. */
  readonly exited: Promise<number | NodeJS.Signals>;
  output(): string;
  untilPrints(text: string): Promise<unknown>;
  untilAnswers(url: string): Promise<unknown>;
  until(what: string, check: () => boolean | Promise<boolean>): Promise<unknown>;
  /** Sends the signal (SIGTERM by default), and SIGKILL if the process does not end in time. */
  stop(signal?: NodeJS.Signals): Promise<number | NodeJS.Signals>;
}

export function startProcess(
  options: SpawnOptions & {
    readonly name: string;
    readonly program: string;
    readonly args: readonly string[];
    readonly logFile: string;
  },
): StartedProcess;
