/** What is checked before anything is parsed: the target, the host, and that no web page is calling. */
import type { IncomingMessage } from 'node:http';
import type { ErrorCode } from '../../../shared/errors.ts';

export function refuseAtDoor(request: IncomingMessage, ours: readonly string[]): ErrorCode | null {
  if (!request.url?.startsWith('/')) return 'bad-target';
  const hosts = valuesOf(request, 'host');
  if (hosts.length !== 1 || !ours.includes(hosts[0] ?? '')) return 'wrong-host';
  if (valuesOf(request, 'origin').length > 0) return 'wrong-origin';
  return null;
}

/** From the raw list, since Node merges or drops repeated headers. */
function valuesOf(request: IncomingMessage, name: string): readonly string[] {
  const { rawHeaders } = request;
  return rawHeaders.filter(
    (_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === name,
  );
}
