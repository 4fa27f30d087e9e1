import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev:ui` sends the requests of the API. */
const api = 'http://127.0.0.1:8080';

/** The page that a browser loads first. */
const firstPage = /\/src\/explorer\/explorer-page\.tsx$/;

/** Caches by module id whether the first page imports it, directly or indirectly. */
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

/** The pages are in English, and so are the texts that React Aria adds. Its other languages would take 10 kB. */
const englishOnly = {
  name: 'english-only',
  load: (id) =>
    /\/react-aria.*\/intl\/\w+\/(?!en-US)[\w-]+[.]mjs$/.test(id)
      ? "export { default } from './en-US.mjs';"
      : undefined,
};

export default defineConfig({
  // Relative, so that the interface works below every path prefix.
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
        // Many small files would compress less, and take a request each.
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
