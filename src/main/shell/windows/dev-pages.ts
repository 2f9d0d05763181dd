/**
 * Pages from the development server of `npm run dev`, for hot reload. In every other build the
 * address is null at build time, so a package can be given no other source for its pages.
 */
import { net } from 'electron';

declare const __GATEHOUSE_DEV_SERVER__: string | null;

export const devServer: string | null = __GATEHOUSE_DEV_SERVER__;

/** Hot reload needs inline scripts and styles, and a socket. */
const policyFor = (server: string): string =>
  `default-src 'self' 'unsafe-inline' data: ${server} ${server.replace('http:', 'ws:')}`;

/** Only the WebSocket for hot reload; everything else goes through `gatehouse:`. */
export const isOfDevServer = (url: string): boolean =>
  devServer !== null && url.startsWith(`${devServer.replace('http:', 'ws:')}/`);

export async function fromDevServer(url: string, server: string): Promise<Response> {
  const { pathname, search } = new URL(url);
  const query = pathname.endsWith('.html') ? '?electron' : search;
  const answer = await net.fetch(`${server}${pathname}${query}`);
  const headers = new Headers(answer.headers);
  headers.set('Content-Security-Policy', policyFor(server));
  return new Response(answer.body, { status: answer.status, headers });
}
