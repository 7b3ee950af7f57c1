import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vitest/config';
import { icons } from './build/icons.ts';
import { installable } from './build/installable.ts';

const host = process.env.NIGHTMOOT_HOST ?? 'http://127.0.0.1:8000';

export default defineConfig({
  plugins: [svelte(), icons(), installable()],
  build: {
    outDir: '../src/nightmoot/host/static',
    emptyOutDir: true,
    chunkSizeWarningLimit: 900,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: { '/api': host, '/ws': { target: host, ws: true } },
  },
  resolve: process.env.VITEST ? { conditions: ['browser'] } : {},
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.ts'],
    setupFiles: ['tests/setup.ts'],
  },
});
