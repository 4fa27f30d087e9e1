// Reads the part of the Dockerfile syntax that this repository uses: stages, instructions and inherited instructions.
import { readFileSync } from 'node:fs';

/** Returns the stages in their order, keyed by name: `{ name, from, steps: [{ keyword, text }] }`. */
export function readDockerfile(path) {
  const stages = new Map();
  for (const { keyword, text } of instructionsIn(readFileSync(path, 'utf8'))) {
    if (keyword === 'FROM') {
      const [from, , name] = text.split(' ');
      stages.set(name, { name, from, steps: [] });
    } else {
      [...stages.values()].at(-1).steps.push({ keyword, text });
    }
  }
  return stages;
}

function instructionsIn(text) {
  return text
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ keyword: line.split(' ')[0], text: line.slice(line.indexOf(' ') + 1) }));
}

/** Returns the image of a stage, including the instructions of all its base stages. */
export function imageOf(stages, name) {
  const chain = [];
  for (let stage = stages.get(name); stage !== undefined; stage = stages.get(stage.from)) {
    chain.unshift(stage);
  }
  const steps = chain.flatMap((stage) => stage.steps);
  const all = (keyword) => steps.filter((step) => step.keyword === keyword).map(({ text }) => text);
  return {
    base: chain[0]?.from,
    all,
    /** Returns the text of the last instruction with a keyword, because a later instruction overrides earlier ones. */
    last: (keyword) => all(keyword).at(-1),
    /** Returns the arguments of an instruction in exec form, such as `["node"]`. */
    exec: (keyword) => JSON.parse(/\[.*\]$/.exec(all(keyword).at(-1))?.[0] ?? '[]'),
    env: pairsIn(all('ENV')),
    labels: pairsIn(all('LABEL')),
    ports: all('EXPOSE').flatMap((text) => text.split(' ')),
  };
}

function pairsIn(texts) {
  const matches = texts.join(' ').matchAll(/([\w.]+)=("[^"]*"|\S+)/g);
  return Object.fromEntries(
    [...matches].map(([, name, value]) => [name, JSON.parse(quoted(value))]),
  );
}

function quoted(value) {
  return value.startsWith('"') ? value : `"${value}"`;
}
