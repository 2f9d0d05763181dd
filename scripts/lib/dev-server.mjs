// The development server of the two pages: hot reload, and fake bridges for a normal browser.
import react from '@vitejs/plugin-react';
import { createServer } from 'vite';
import { define } from '../../config/vite.mjs';
import { inRepo } from './repo.mjs';

/** The app asks for its pages with this query (src/main/shell/windows/dev-pages.ts). */
const FROM_THE_APP = 'electron';

/**
 * A normal browser has no preload, so the page gets `window.gatehouse` from fixtures instead.
 * @type {import('vite').Plugin}
 */
const fakeBridges = {
  name: 'gatehouse-fake-bridges',
  transformIndexHtml: {
    order: 'pre',
    handler(_html, { originalUrl = '' }) {
      if (new URL(originalUrl, 'http://localhost').searchParams.has(FROM_THE_APP)) return [];
      const src = `/@fs${inRepo('dev/fake-bridges.ts')}`;
      return [{ tag: 'script', attrs: { type: 'module', src }, injectTo: 'head-prepend' }];
    },
  },
};

/** @param {number} port */
export async function startDevServer(port) {
  const server = await createServer({
    configFile: false,
    envDir: false,
    root: inRepo('src/renderer'),
    cacheDir: inRepo('.cache/vite'),
    define,
    plugins: [fakeBridges, react()],
    server: {
      host: '127.0.0.1',
      port,
      strictPort: true,
      fs: { allow: [inRepo('.')] },
      // Pages of the app have the origin gatehouse://app.
      cors: { origin: ['gatehouse://app'] },
      // The page of the app has another origin, so the client cannot find the socket by itself.
      hmr: { protocol: 'ws', host: '127.0.0.1', clientPort: port },
    },
  });
  await server.listen();
  return { url: `http://127.0.0.1:${port}`, close: () => server.close() };
}
