import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

/** Manifest and service worker. The page itself always comes from the network first, so an update of the
 * server is never hidden by an old copy; the kept copy only serves a phone that is offline. */
export function installable(): PluginOption {
  return VitePWA({
    strategies: 'generateSW',
    registerType: 'autoUpdate',
    injectRegister: false,
    manifestFilename: 'manifest.webmanifest',
    manifest: {
      name: 'Nightmoot',
      short_name: 'Nightmoot',
      description: 'The moderator of hidden-role games',
      start_url: '/',
      scope: '/',
      display: 'standalone',
      background_color: '#0e1120',
      theme_color: '#0e1120',
      icons: [
        { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
        { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
        { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
      ],
    },
    workbox: {
      importScripts: ['/push.js'],
      globPatterns: ['index.html', 'assets/*.{js,css}', 'icon.svg'],
      navigateFallback: null,
      cleanupOutdatedCaches: true,
      clientsClaim: true,
      skipWaiting: true,
      inlineWorkboxRuntime: true,
      runtimeCaching: [
        {
          urlPattern: ({ request, url }) =>
            request.mode === 'navigate' &&
            !url.pathname.startsWith('/api/') &&
            !url.pathname.startsWith('/ws/'),
          handler: 'NetworkOnly',
          options: { precacheFallback: { fallbackURL: '/index.html' } },
        },
      ],
    },
  });
}
