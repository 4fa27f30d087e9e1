// What is mounted is there, and speaks of services that are there.
import { existsSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parse } from 'yaml';
import { addressProblems } from './environment-problems.mjs';
import { filesOfMount } from './mounts.mjs';
import { REPOSITORY } from './read-compose.mjs';

export function fileProblems({ mounts }, compose) {
  return mounts.flatMap((mount) =>
    mount.isFile ? bindProblems(mount, { mounts, compose }) : volumeProblems(mount, compose),
  );
}

function volumeProblems({ source }, { volumes }) {
  return volumes.includes(source) ? [] : [`${source} is not among the volumes`];
}

function bindProblems(mount, { mounts, compose }) {
  if (!existsSync(join(REPOSITORY, mount.source))) return [`${mount.source} does not exist`];
  if (mount.mode !== 'ro') return [`${mount.source} is not mounted read-only`];
  return filesOfMount(mount).flatMap((file) => {
    const text = readFileSync(file, 'utf8');
    return [...addressProblems(text, compose), ...folderProblems(file, { text, mounts })].map(
      (problem) => `${relative(REPOSITORY, file)}: ${problem}`,
    );
  });
}

/** Grafana looks for dashboards where they are mounted. */
function folderProblems(file, { text, mounts }) {
  if (!file.endsWith('.yaml')) return [];
  const { providers = [] } = parse(text) ?? {};
  return providers
    .map(({ options }) => options.path)
    .filter((path) => !mounts.some(({ target, isFile }) => isFile && target === path))
    .map((path) => `nothing is mounted at ${path}`);
}
