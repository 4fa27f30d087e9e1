import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { waitUntil } from '../../../packages/service-runtime/src/testing/index.js';
import { type StartedProcess, startProcess } from '../../../scripts/processes.mjs';
import type { ServicePart } from './system.js';

export interface ServiceProcessOptions {
  readonly name: string;
  /** The folder of a build. */
  readonly root: string;
  readonly script: string;
  readonly env: Readonly<Record<string, string>>;
  /** The directory for log files. Each start of the process writes a new file. */
  readonly dir: string;
  /** A wrapper command that runs the program given in its arguments. */
  readonly runBy?: readonly string[];
}

const shiftedClock = fileURLToPath(new URL('./shifted-clock.ts', import.meta.url));
/** Maximum time until a process notices a change of its clock. */
const CLOCK_MS = 200;

/** The admin key of the installation. It gives access to all dead letters, including those without a project. */
export const adminKey = 'the-admin-key-of-a-run';

export const repository = new URL('../../../', import.meta.url).pathname;

/** A process of Spanhouse that faults kill and restart with the same settings. */
export class ServiceProcess implements ServicePart {
  readonly #options: ServiceProcessOptions;
  #root: string;
  #running: StartedProcess | undefined;
  #starts = 0;

  constructor(options: ServiceProcessOptions) {
    this.#options = options;
    this.#root = options.root;
  }

  get name(): string {
    return this.#options.name;
  }

  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  moveTo(root: string): void {
    this.#root = root;
  }

  async start(): Promise<void> {
    const { name, script, env, dir, runBy = [] } = this.#options;
    this.#starts += 1;
    const command = [...runBy, process.execPath, '--import', shiftedClock, script];
    const [program = '', ...args] = command;
    this.#running = startProcess({
      name,
      program,
      args,
      cwd: this.#root,
      env: { ...this.#environment(), ...env },
      logFile: join(dir, `${name}-${this.#starts}.log`),
      detached: true, // Ctrl-C must reach only the script, which then stops the parts in order
    });
    await Promise.resolve();
  }

  async setClock(aheadMs: number): Promise<void> {
    writeFileSync(this.#clockFile, String(aheadMs));
    await delay(CLOCK_MS);
  }

  async untilEnded(): Promise<string> {
    const running = this.#running;
    await waitUntil(`${this.name} ends`, () => running?.child.exitCode !== null);
    this.#running = undefined;
    return running?.output() ?? '';
  }

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

  get #clockFile(): string {
    return join(this.#options.dir, `${this.name}.clock`);
  }

  #environment(): Readonly<Record<string, string>> {
    const { PATH = '', NODE_COMPILE_CACHE: folder } = process.env;
    // All processes of a test run share compiled code.
    const cache = folder === undefined ? {} : { NODE_COMPILE_CACHE: folder };
    return { PATH, ...cache, ADMIN_KEY: adminKey, CHAOS_CLOCK_FILE: this.#clockFile };
  }
}
