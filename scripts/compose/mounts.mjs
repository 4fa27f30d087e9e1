// Files of this repository that a container gets to see.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { REPOSITORY } from './read-compose.mjs';

/** Configuration, which may speak of other services; what is below a folder `src` or `tests` does not. */
const CONFIGURATION = /\.(?:conf|ya?ml|xml)$/;

/** Files of a mount; none for a volume, or when there is nothing at that path. */
export function filesOfMount({ source, isFile }) {
  const path = join(REPOSITORY, source);
  if (!isFile || !existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && CONFIGURATION.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name));
}

/**
 * Lays the mounts of a service out below `dir`, with addresses as processes find them. Returns a function
 * that replaces paths of the container in a text by those below `dir`.
 */
export function layOutMounts({ service, dir, rewrite }) {
  for (const mount of service.mounts) {
    const target = join(dir, mount.target);
    mkdirSync(mount.isFile ? dirname(target) : target, { recursive: true });
    if (!mount.isFile) continue;
    const source = join(REPOSITORY, mount.source);
    cpSync(source, target, { recursive: true });
    for (const file of filesOfMount(mount)) {
      writeFileSync(join(target, relative(source, file)), rewrite(readFileSync(file, 'utf8')));
    }
  }
  const targets = service.mounts.map(({ target }) => target);
  if (targets.length === 0) return (text) => text;
  const pattern = new RegExp(`(?<![\\w./-])(?:${targets.join('|')})(?![\\w-])`, 'g');
  return (text) => text.replaceAll(pattern, (target) => join(dir, target));
}
