// SPDX-License-Identifier: Apache-2.0
//
// npm run dev talks to the daemon whose address is in FACHO_API. script/build says where the
// result goes with --outDir; the program serves it under a policy without inline scripts, so
// nothing may be inlined.
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

const api = process.env.FACHO_API ?? 'http://127.0.0.1:8080';

export default defineConfig({
  plugins: [react()],
  resolve: { alias: { '@': fileURLToPath(new URL('./src', import.meta.url)) } },
  server: { host: '127.0.0.1', proxy: { '/api': { target: api } } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
  },
});
