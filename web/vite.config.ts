import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** The console, as the service serves it: everything from files of its own, nothing inline. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/console/',
  plugins: [react()],
  // `npm run console:dev` shows it over a service at its usual place.
  server: {
    proxy: {
      '/v1': 'http://localhost:3000',
      '/api': 'http://localhost:3000',
      '/console/session': 'http://localhost:3000',
    },
  },
  build: {
    outDir: '../dist/console',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 800,
    // A file written into the page as `data:` is one that the policy refuses.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
});
