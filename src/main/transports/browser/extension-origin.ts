/**
 * Origins of browser extensions. Browsers set the Origin header, so a web page cannot use one of
 * these.
 */
import type { IncomingMessage } from 'node:http';

const shape =
  /^(?:chrome-extension:\/\/[a-p]{32}|moz-extension:\/\/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export const isExtensionOrigin = (origin: string): boolean => shape.test(origin);

/** The only routes that extensions may use. */
export function mayComeFrom({ url = '' }: IncomingMessage, origin: string): boolean {
  return isExtensionOrigin(origin) && (isExtensionTarget(url) || url.startsWith('/browser/'));
}

export function isExtensionTarget(url: string): boolean {
  const [path = '', query = ''] = url.split('?', 2);
  return path === '/' && new URLSearchParams(query).get('type') === 'extension';
}
