import { join } from 'node:path';
import { type StartedProcess, startProcess } from '../../../scripts/processes.mjs';
import type { Part } from './system.js';

export interface ServiceProcessOptions {
  readonly name: string;
  /** The built program, relative to the repository. */
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** The directory of the logs; each start has its own. */
  readonly dir: string;
}

export const repository = new URL('../../../', import.meta.url).pathname;

/** A process of Spanhouse that faults kill and start again, always with the same settings. */
export class ServiceProcess implements Part {
  readonly #options: ServiceProcessOptions;
  #running: StartedProcess | undefined;
  #starts = 0;

  constructor(options: ServiceProcessOptions) {
    this.#options = options;
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  async start(): Promise<void> {
    const { name, script, env, dir } = this.#options;
    this.#starts += 1;
    this.#running = startProcess({
      name,
      program: process.execPath,
      args: [script],
      cwd: repository,
      env: { PATH: process.env['PATH'] ?? '', ...compileCache(), ...env },
      logFile: join(dir, `${name}-${this.#starts}.log`),
      detached: true, // Ctrl-C reaches this process only, which stops the parts in order
    });
    await Promise.resolve();
  }

  /** Resolves when the process answers its probe. */
  async untilReady(url: string): Promise<void> {
    await this.#running?.untilAnswers(`${url}/readyz`);
  }

  async kill(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.stop('SIGKILL');
  }

  async stop(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    const code = await running?.stop();
    if (code !== undefined && code !== 0) {
      throw new Error(`${this.name} ended with ${code} after SIGTERM`);
    }
  }

  freeze(): void {
    this.#running?.child.kill('SIGSTOP');
  }

  thaw(): void {
    this.#running?.child.kill('SIGCONT');
  }
}

/** Processes of a test run share compiled code. */
function compileCache(): Readonly<Record<string, string>> {
  const folder = process.env['NODE_COMPILE_CACHE'];
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
}
