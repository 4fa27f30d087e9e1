// Builds the web interface into `dist` and compresses the files. Does nothing if the sources have not changed since the
// last build.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const home = fileURLToPath(new URL('.', import.meta.url));
const dist = join(home, 'dist');
const stamp = join(dist, 'sources.sha256');

function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile())
    .sort();
}

/** Returns a hash of all files from which the interface is built. */
function hashOfSources() {
  const hash = createHash('sha256');
  const own = ['index.html', 'package.json', 'vite.config.js', 'build.mjs', '../../pnpm-lock.yaml'];
  const sources = ['src', '../span-schema/src', '../trace-insight/src']
    .map((folder) => join(home, folder))
    .filter((folder) => existsSync(folder))
    .flatMap(filesBelow);
  for (const file of [...own.map((name) => join(home, name)), ...sources]) {
    hash.update(`${file.slice(home.length)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

/** Writes a Brotli copy and a gzip copy of each asset, and a file that lists the asset names. */
function compressAssets() {
  const assets = join(dist, 'assets');
  const names = readdirSync(assets).sort();
  for (const name of names) {
    const bytes = readFileSync(join(assets, name));
    const brotli = { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } };
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes, brotli));
    writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
  }
  writeFileSync(join(dist, 'files.json'), JSON.stringify(names));
}

/**
 * Attribute that React Aria sets on pressable elements. The library's styles contain a placeholder for this name, which
 * the build replaces before it hashes the styles.
 */
const pressable = 'data-react-aria-pressable';

/**
 * Writes the hashes of the style elements that React Aria adds to a page. The content security policy allows only
 * styles with these hashes.
 */
function writeStyleHashes() {
  const scripts = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.js'));
  const hashes = scripts
    .map((name) => readFileSync(join(dist, 'assets', name), 'utf8'))
    .flatMap((script) => [...script.matchAll(/textContent=`([^`]*)`\.trim\(\)/g)])
    .map(([, template]) => template.replace(/\$\{\w+\}/, pressable).trim())
    .map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
  writeFileSync(join(dist, 'style-hashes.json'), JSON.stringify([...new Set(hashes)]));
}

const hash = hashOfSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== hash) {
  const { build } = await import('vite');
  await build({ root: home, logLevel: 'warn' });
  writeStyleHashes();
  compressAssets();
  writeFileSync(stamp, hash);
}
