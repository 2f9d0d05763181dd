/**
 * Our endpoint with the fixtures on a port of its own. The suites send no key, so the step before
 * it is left out here; and they call with the Origin of the server itself, which our door refuses.
 */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { McpEndpoint } from '../../src/main/transports/mcp/endpoint.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { fixtureRegistry } from './fixture-registry.ts';

export interface ConformanceServer {
  readonly url: string;
  close(): Promise<void>;
}

export async function openConformanceServer(): Promise<ConformanceServer> {
  const endpoint = new McpEndpoint({
    registry: fixtureRegistry,
    callers: { find: async () => undefined, known: () => null },
    monotonic: () => performance.now(),
    onError: () => undefined,
  });
  const server = http.createServer((request, response) => {
    const { host, origin } = request.headers;
    const ours = `localhost:${port}`;
    if (host !== ours || (origin ?? `http://${ours}`) !== `http://${ours}`) {
      response.writeHead(403).end();
      return;
    }
    const credential = { clientId: 'conformance' as ClientId };
    endpoint.serve(request, response, credential).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://localhost:${port}/mcp`,
    async close() {
      await endpoint.dispose();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

// Started as a program it serves until it is ended.
if (process.argv[1] === import.meta.filename) {
  const { url } = await openConformanceServer();
  process.stdout.write(`${JSON.stringify({ url })}\n`);
}
