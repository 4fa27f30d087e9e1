// Prints the version of the price table. With --update, it installs the latest version. The costs of stored spans do
// not change.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';

const usage = 'Usage: npm run prices [-- --update]';
const table = '@pydantic/genai-prices';
const catalog = 'pnpm-workspace.yaml';
/** Files that contain the version, and the string before the version in each file. */
const versionFiles = new Map([
  [catalog, `"${table}": `],
  ['packages/span-intake/src/metrics/price-table.ts', `name: '${table}', version: '`],
]);

function readVersion() {
  const [, rest = ''] = readFileSync(catalog, 'utf8').split(versionFiles.get(catalog));
  return rest.match(/^[\w.-]+/)?.[0];
}

function writeVersion(from, to) {
  for (const [file, before] of versionFiles) {
    const text = readFileSync(file, 'utf8');
    if (!text.includes(before + from)) {
      throw new Error(`${file} does not name version ${from} of the price table`);
    }
    writeFileSync(file, text.replace(before + from, before + to));
  }
}

function install() {
  const { packageManager } = JSON.parse(readFileSync('package.json', 'utf8'));
  const args = ['--yes', packageManager, 'install', '--no-frozen-lockfile'];
  execFileSync('npx', args, { stdio: 'inherit' });
}

function readUpdateFlag() {
  try {
    return parseArgs({ options: { update: { type: 'boolean' } } }).values.update ?? false;
  } catch (error) {
    console.error(`${error.message}\n${usage}`);
    return process.exit(2);
  }
}

const update = readUpdateFlag();
const installed = readVersion();
const latest = update
  ? execFileSync('npm', ['view', table, 'version'], { encoding: 'utf8' }).trim()
  : installed;
if (latest === installed) {
  console.log(`${table} ${installed}${update ? ' is the latest version.' : ''}`);
} else {
  writeVersion(installed, latest);
  install();
  console.log(`${table} ${installed} -> ${latest}. Run the tests, and commit the changes.`);
}
