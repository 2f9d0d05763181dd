/** Forwards requests from inside a sandbox to our MCP endpoint and to where hooks report, and to no other path. */
import http from 'node:http';
import { sandboxedHookRoute } from '../../../../shared/native/hook-protocol.ts';
import type { McpForward } from '../../../../shared/sandbox/network-protocol.ts';

const longestHeader = 32 * 1024;
const maxHeaderMs = 30_000;
const mcpPath = '/mcp';

/** It opens no listener; connections are passed to it. */
export function mcpForward({ port, token }: McpForward): http.Server {
  const server = http.createServer(
    { maxHeaderSize: longestHeader, headersTimeout: maxHeaderMs, requestTimeout: 0 },
    (request, response) => {
      const path = request.url?.split('?')[0] ?? '';
      const isOpen = path === mcpPath || path.startsWith(sandboxedHookRoute);
      if (!isOpen) return void response.writeHead(404, { connection: 'close' }).end();
      const { method, url } = request;
      // Whatever credentials the program inside sends, it counts as the agent of this session.
      const headers = { ...request.headers, authorization: `Bearer ${token}` };
      const forwarded = http.request(
        { host: '127.0.0.1', port, agent: false, method, path: url, headers },
        (answer) => {
          response.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(response);
        },
      );
      forwarded.on('error', () => response.destroy());
      response.on('close', () => forwarded.destroy());
      return void request.pipe(forwarded);
    },
  );
  server.on('upgrade', (_request, socket) => socket.destroy());
  server.on('connect', (_request, socket) => socket.destroy());
  server.on('clientError', (_error, socket) => socket.destroy());
  return server;
}
