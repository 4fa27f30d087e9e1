import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Where `npm run dev:ui` sends the requests of the API. */
const api = 'http://127.0.0.1:8080';

export default defineConfig({
  // Relative, so that the interface works below every path prefix.
  base: './',
  plugins: [react()],
  resolve: { conditions: ['@spanhouse/source', 'module', 'browser', 'default'] },
  build: {
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // All pages need these libraries; in many small files they would compress less.
        codeSplitting: {
          groups: [
            { name: 'base', test: /node_modules\/(react|react-dom|scheduler|@tanstack\/[^/]+)\// },
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
