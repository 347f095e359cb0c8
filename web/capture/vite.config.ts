import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

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
  },
});
