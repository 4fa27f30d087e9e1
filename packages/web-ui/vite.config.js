import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Address to which `npm run dev:ui` forwards API requests. */
const api = 'http://127.0.0.1:8080';

/** The page that a browser loads first. */
const firstPage = /\/src\/explorer\/explorer-page\.tsx$/;

/** Cache, keyed by module id. The value is true if the first page imports the module directly or indirectly. */
const isOfFirstPage = new Map();

function isImportedByFirstPage(id, graph) {
  if (!isOfFirstPage.has(id)) {
    isOfFirstPage.set(id, firstPage.test(id));
    const { importers = [] } = graph.getModuleInfo(id) ?? {};
    const isImported = importers.some((importer) => isImportedByFirstPage(importer, graph));
    isOfFirstPage.set(id, isOfFirstPage.get(id) || isImported);
  }
  return isOfFirstPage.get(id);
}

/**
 * Keeps only the English strings of React Aria, because the interface is in English. The other languages would add 10
 * kB.
 */
const englishOnly = {
  name: 'english-only',
  load: (id) =>
    /\/react-aria.*\/intl\/\w+\/(?!en-US)[\w-]+[.]mjs$/.test(id)
      ? "export { default } from './en-US.mjs';"
      : undefined,
};

export default defineConfig({
  // With a relative base, the interface works under any path prefix.
  base: './',
  plugins: [react(), englishOnly],
  resolve: { conditions: ['@spanhouse/source', 'module', 'browser', 'default'] },
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // Modules are combined, because many small files would compress poorly and need one request each.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|@tanstack\/[^/]+)\// },
            {
              name: (id, graph) => (isImportedByFirstPage(id, graph) ? 'first' : null),
              debugName: 'first',
              minShareCount: 2,
            },
          ],
        },
      },
    },
  },
  worker: { format: 'es' },
  server: {
    proxy: { '/api': { target: api, rewrite: (path) => path.replace(/^\/api/, '') } },
  },
});
