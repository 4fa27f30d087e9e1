// Which packages the lock file gives a service in production, and which ones a folder really has.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** `name@version` of everything service `name` may need in production, on any platform. */
export function productionClosure(name, lockFile) {
  const { importers, snapshots } = parse(readFileSync(lockFile, 'utf8'));
  const found = new Set();
  const workspace = new Set();

  const visitImporter = (path) => {
    if (workspace.has(path)) return;
    workspace.add(path);
    const { dependencies = {}, optionalDependencies = {} } = importers[path];
    for (const [dependency, { version }] of Object.entries({
      ...dependencies,
      ...optionalDependencies,
    })) {
      if (version.startsWith('link:')) visitImporter(join(path, version.slice('link:'.length)));
      else visitSnapshot(`${dependency}@${version}`);
    }
  };
  const visitSnapshot = (key) => {
    if (found.has(key)) return;
    found.add(key);
    const { dependencies = {}, optionalDependencies = {} } = snapshots[key] ?? {};
    for (const [dependency, version] of Object.entries({
      ...dependencies,
      ...optionalDependencies,
    }))
      visitSnapshot(`${dependency}@${version}`);
  };

  visitImporter(`services/${name}`);
  return new Set([...found].map(withoutPeers));
}

const withoutPeers = (key) => key.replace(/\(.*$/, '');

/** `name@version` of the packages below `node_modules/.pnpm`, those of the workspace left out. */
export function installedPackages(app) {
  const store = join(app, 'node_modules/.pnpm');
  return readdirSync(store)
    .filter((folder) => existsSync(join(store, folder, 'node_modules')))
    .filter((folder) => folder !== 'node_modules' && !folder.startsWith('@spanhouse+'))
    .map((folder) => folder.replace(/_.*$/, '').replace('+', '/'));
}
