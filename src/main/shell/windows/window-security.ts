/** Our own pages on our own scheme, and nothing else: no navigation, no new windows, no permissions, no network. */
import { app, protocol, type Session, type WebContents } from 'electron';
import fs from 'node:fs/promises';
import path from 'node:path';
import { devServer, fromDevServer, isOfDevServer } from './dev-pages.ts';

const scheme = 'gatehouse';
export const pageOrigin = `${scheme}://app`;

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const contentTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
};

/** Must run before the app is ready. */
export function reserveScheme(): void {
  protocol.registerSchemesAsPrivileged([{ scheme, privileges: { standard: true, secure: true } }]);
}

export const securePreferences = {
  sandbox: true,
  contextIsolation: true,
  nodeIntegration: false,
  webviewTag: false,
  spellcheck: false,
} as const;

/** Closes a browser session to everything but our pages in `pagesDir`. */
export function confineSession(session: Session, pagesDir: string): void {
  session.protocol.handle(scheme, (request) =>
    devServer === null ? servePage(request.url, pagesDir) : fromDevServer(request.url, devServer),
  );
  session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  session.setPermissionCheckHandler(() => false);
  session.setDevicePermissionHandler(() => false);
  session.webRequest.onBeforeRequest((details, decide) =>
    decide({ cancel: !isAllowed(details.url) }),
  );
}

/** Applies to every web contents, also ones that should never exist. */
export function lockAllContents(): void {
  app.on('web-contents-created', (_event, contents) => lock(contents));
}

function lock(contents: WebContents): void {
  contents.on('will-navigate', (event) => event.preventDefault());
  contents.on('will-redirect', (event) => event.preventDefault());
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
  if (app.isPackaged) contents.on('devtools-opened', () => contents.closeDevTools());
}

const isAllowed = (url: string): boolean =>
  isOurs(url) || url.startsWith('devtools:') || isOfDevServer(url);

export const isOurs = (url: string): boolean => url.startsWith(`${pageOrigin}/`);

async function servePage(url: string, pagesDir: string): Promise<Response> {
  const file = path.join(pagesDir, path.normalize(decodeURIComponent(new URL(url).pathname)));
  const type = contentTypes[path.extname(file)];
  if (!isOurs(url) || !type || !file.startsWith(pagesDir + path.sep)) return notHere();
  const content = await fs.readFile(file).catch(() => null);
  if (!content) return notHere();
  return new Response(new Uint8Array(content), {
    headers: {
      'Content-Type': type,
      'Content-Security-Policy': contentSecurityPolicy,
      'X-Content-Type-Options': 'nosniff',
      'Referrer-Policy': 'no-referrer',
    },
  });
}

const notHere = (): Response => new Response(null, { status: 404 });
