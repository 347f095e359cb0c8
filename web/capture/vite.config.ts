import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** What a tenant's page shows the page with has a name that does not change. */
const EMBED = 'attest-capture';

/** The page that a customer opens: small, since it comes over a slow network, and everything from files of its own. */
export default defineConfig({
  root: import.meta.dirname,
  base: '/capture/',
  plugins: [react()],
  build: {
    outDir: '../../dist/capture',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      input: {
        page: join(import.meta.dirname, 'index.html'),
        [EMBED]: join(import.meta.dirname, 'embed/attestCapture.ts'),
      },
      output: { entryFileNames: ({ name }) => (name === EMBED ? `${EMBED}.js` : 'assets/[name]-[hash].js') },
    },
  },
});
