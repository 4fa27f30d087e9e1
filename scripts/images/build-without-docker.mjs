// Carries out the steps of a Dockerfile in folders instead of containers: the same commands on the same files, with the
// machine's own system in place of the base image.
import { execFile } from 'node:child_process';
import { chownSync, cpSync, mkdirSync, renameSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { copyBuildContext } from './build-context.mjs';

const run = promisify(execFile);
const REPOSITORY = join(import.meta.dirname, '../..');
const STEP_TIMEOUT_MS = 300_000;
const OUTPUT_BYTES = 64 * 1024 * 1024;
const isRoot = process.getuid?.() === 0;

/**
 * Builds stages below `dir`, which MUST be empty. Stages that run commands change the folder of the stage
 * they are built from, and have only what they add; all others have everything an image would have.
 */
export class DockerlessBuilder {
  #stages;
  #dir;
  #built = new Set();

  constructor({ stages, dir }) {
    this.#stages = stages;
    this.#dir = dir;
    copyBuildContext(REPOSITORY, join(dir, 'context'));
  }

  /** The folder that stands for `/` in a stage. */
  root(name) {
    return join(this.#dir, name);
  }

  async build(name) {
    const stage = this.#stages.get(name);
    if (stage === undefined || this.#built.has(name)) return;
    this.#built.add(name);
    await this.build(stage.from);
    this.#startFrom(stage);
    const place = { root: this.root(name), workdir: this.#workdirOf(stage) };
    for (const { keyword, text } of stage.steps) {
      if (keyword === 'RUN') await this.#runStep(text, place);
      if (keyword === 'COPY') await this.#copy(text, place);
    }
  }

  #startFrom({ name, from, steps }) {
    const runs = steps.some(({ keyword }) => keyword === 'RUN');
    if (runs || !this.#stages.has(from)) mkdirSync(this.root(name));
    else cpSync(this.root(from), this.root(name), { recursive: true });
  }

  #workdirOf(stage) {
    for (let at = stage; at !== undefined; at = this.#stages.get(at.from)) {
      const step = at.steps.find(({ keyword }) => keyword === 'WORKDIR');
      if (step !== undefined) return join(this.root(at.name), step.text);
    }
    return this.root(stage.name);
  }

  async #runStep(text, { root, workdir }) {
    mkdirSync(workdir, { recursive: true });
    const prefix = join(this.#dir, 'npm-global');
    const path = [join(prefix, 'bin'), dirname(process.execPath), process.env.PATH].join(':');
    const command = text.replaceAll(/ \/(app|data)\b/g, ` ${root}/$1`);
    const env = { ...process.env, PATH: path, npm_config_prefix: prefix, CI: 'true' };
    const options = { cwd: workdir, env, timeout: STEP_TIMEOUT_MS, maxBuffer: OUTPUT_BYTES };
    await run('/bin/sh', ['-c', command], options).catch((cause) => {
      throw new Error(`RUN ${text}\n${cause.stdout}${cause.stderr}`, { cause });
    });
  }

  async #copy(text, { root, workdir }) {
    const words = text.split(' ').filter((word) => !word.startsWith('--'));
    const options = [...text.matchAll(/--(\w+)=(\S+)/g)].map(([, name, value]) => [name, value]);
    const { from, chown } = Object.fromEntries(options);
    const to = words.pop();
    const target = to.startsWith('/') ? join(root, to) : join(workdir, to);
    if (from === undefined) this.#copyFromContext(words, target);
    else await this.#moveFromStage({ from, source: words[0], target, chown });
  }

  #copyFromContext(words, target) {
    for (const word of words) {
      const isFolder = target.endsWith('/') && word !== '.';
      const to = isFolder ? join(target, word) : target;
      cpSync(join(this.#dir, 'context', word), to, { recursive: true });
    }
  }

  async #moveFromStage({ from, source, target, chown }) {
    await this.build(from);
    mkdirSync(dirname(target), { recursive: true });
    renameSync(join(this.root(from), source), target);
    if (chown !== undefined && isRoot) chownSync(target, ...chown.split(':').map(Number));
  }
}
