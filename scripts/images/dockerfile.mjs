// Reads a Dockerfile as far as ours go: stages, their instructions, and what a stage inherits from the one before it.
import { readFileSync } from 'node:fs';

const INHERITED = ['USER', 'WORKDIR', 'ENTRYPOINT', 'CMD', 'HEALTHCHECK'];

/** Stages by name, in order: `{ name, from, steps: [{ keyword, text }] }`. */
export function readDockerfile(path) {
  const stages = new Map();
  let stage;
  for (const { keyword, text } of instructions(readFileSync(path, 'utf8'))) {
    if (keyword === 'FROM') {
      const [, from, name] = /^(\S+) AS (\S+)$/.exec(text) ?? fail(`FROM ${text} names no stage`);
      stage = { name, from, steps: [] };
      stages.set(name, stage);
    } else {
      stage?.steps.push({ keyword, text });
    }
  }
  return stages;
}

function instructions(text) {
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return lines
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ keyword: line.split(' ')[0], text: line.slice(line.indexOf(' ') + 1) }));
}

/** Stages from the base image's first child to `name`. */
export function ancestry(stages, name) {
  const stage = stages.get(name);
  return stage === undefined ? [] : [...ancestry(stages, stage.from), stage];
}

/** What an image built from stage `name` says about itself. */
export function imageConfig(stages, name) {
  const line = ancestry(stages, name);
  if (line.length === 0) throw new Error(`the Dockerfile has no target ${name}`);
  const steps = line.flatMap((stage) => stage.steps);
  const last = Object.fromEntries(
    INHERITED.map((keyword) => [keyword, steps.findLast((step) => step.keyword === keyword)?.text]),
  );
  return {
    base: line[0].from,
    user: last.USER,
    workdir: last.WORKDIR,
    entrypoint: execForm(last.ENTRYPOINT),
    command: execForm(last.CMD),
    healthcheck: last.HEALTHCHECK,
    env: pairs(steps, 'ENV'),
    labels: pairs(steps, 'LABEL'),
    ports: steps
      .filter(({ keyword }) => keyword === 'EXPOSE')
      .flatMap(({ text }) => text.split(' ')),
    copies: steps.filter(({ keyword }) => keyword === 'COPY').map(({ text }) => text),
  };
}

/** Arguments of an instruction in exec form; the shell form would put a shell before node. */
export function execForm(text) {
  const json = /\[.*\]$/.exec(text ?? '')?.[0];
  if (json === undefined) throw new Error(`not in exec form: ${text}`);
  return JSON.parse(json);
}

function pairs(steps, wanted) {
  const texts = steps.filter(({ keyword }) => keyword === wanted).map(({ text }) => text);
  const matches = texts.join(' ').matchAll(/([\w.]+)=("[^"]*"|\S+)/g);
  return Object.fromEntries(
    [...matches].map(([, name, value]) => [name, value.replaceAll('"', '')]),
  );
}

function fail(message) {
  throw new Error(message);
}
