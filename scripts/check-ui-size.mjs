// Compares the size of the built web UI with its budgets. Sizes are measured after compression with gzip at its highest
// level.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { finish, report } from './report.mjs';

const BYTES_PER_KB = 1000;

const [distDir = 'packages/web-ui/dist'] = process.argv.slice(2);

/** Files that a browser loads before it shows the first rows. */
const first = {
  name: 'the first load',
  maxKb: 240,
  chunks: /^(index\.html|src\/explorer\/explorer-page\.tsx)$/,
};

/** Additional files that other pages load. Each entry matches the source files of lazy chunks. */
const later = [
  {
    name: 'the trace page with its worker',
    maxKb: 60,
    chunks: /^src\/trace\/trace-page/,
    worker: /trace-worker/,
  },
  { name: 'the conversation', maxKb: 60, chunks: /^src\/conversation\// },
  { name: 'analytics and the heat map', maxKb: 50, chunks: /^src\/analytics\/(?!map\/)/ },
  { name: 'the comparison', maxKb: 30, chunks: /^src\/compare\// },
  {
    name: 'the service map and the steps',
    maxKb: 35,
    chunks: /^src\/(analytics\/map|trace\/steps)\//,
    worker: /graph-worker/,
  },
  { name: 'large texts', maxKb: 150, chunks: /^src\/parts\/large-text\// },
];
const everything = { name: 'all chunks', maxKb: 620 };

const manifest = JSON.parse(readFileSync(join(distDir, '.vite/manifest.json'), 'utf8'));
const assets = readdirSync(join(distDir, 'assets'))
  .filter((name) => /\.(js|css)$/.test(name))
  .map((name) => `assets/${name}`);

/** Returns the files of chunks and of their static imports. */
function filesOf(chunks) {
  const found = new Set();
  const visit = (key) => {
    const { file, css = [], imports = [] } = manifest[key];
    if (!found.has(file)) {
      found.add(file);
      for (const name of css) {
        found.add(name);
      }
      for (const imported of imports) {
        visit(imported);
      }
    }
  };
  Object.keys(manifest)
    .filter((key) => chunks.test(key))
    .forEach(visit);
  return found;
}

function sizeOf(files) {
  const sizes = files.map(
    (file) => gzipSync(readFileSync(join(distDir, file)), { level: 9 }).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0) / BYTES_PER_KB;
}

function compare({ name, maxKb }, files) {
  const kb = sizeOf(files);
  const problems = kb > maxKb ? [`${files.join(', ')}`] : [];
  report(`${name}: ${kb.toFixed(1)} of ${maxKb} kB`, problems);
}

const firstFiles = filesOf(first.chunks);
compare(first, [...firstFiles]);
const known = new Set(Object.values(manifest).map(({ file }) => file));
const workers = assets.filter((file) => file.endsWith('.js') && !known.has(file));
for (const budget of later) {
  const files = [...filesOf(budget.chunks)].filter((file) => !firstFiles.has(file));
  if (files.length > 0) {
    const own = workers.filter((file) => budget.worker?.test(file));
    compare(budget, [...files, ...own]);
  }
}
compare(everything, assets);
finish();
