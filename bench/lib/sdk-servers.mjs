// Servers made with the SDK's own parts: one echo tool over Streamable HTTP, fifty zod tools over
// Streamable HTTP, or one echo tool over stdio. Runs on Electron's Node.
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { z } from 'zod';

const answer = {
  path: '/',
  content: 'x',
  language: 'plaintext',
  version: '1',
  bytes: 1,
  truncated: false,
};

/** The same arguments and the same result as open_file. @param {number} tools */
function serverWith(tools) {
  const server = new McpServer({ name: 'bare', version: '1' });
  for (let n = 0; n < tools; n += 1) {
    server.registerTool(
      n === 0 ? 'open_file' : `tool_${n}`,
      {
        title: 'Open a file',
        description: 'Read a text file inside a granted folder.',
        inputSchema: {
          path: z.string().min(1).max(4096).describe('Absolute path of the file'),
          range: z.object({ start_line: z.int(), end_line: z.int() }).optional(),
        },
        outputSchema: {
          path: z.string(),
          content: z.string(),
          language: z.string(),
          version: z.string(),
          bytes: z.int(),
          truncated: z.boolean(),
        },
      },
      async () => ({
        content: [{ type: 'text', text: JSON.stringify(answer) }],
        structuredContent: answer,
      }),
    );
  }
  return server;
}

/** @param {number} tools */
async function serve(tools) {
  /** @type {Map<string, StreamableHTTPServerTransport>} */
  const transports = new Map();
  /** @param {http.IncomingMessage} request @param {http.ServerResponse} response */
  const answerTo = async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const json = body ? JSON.parse(body) : undefined;
    let transport = transports.get(String(request.headers['mcp-session-id']));
    if (!transport) {
      const opened = new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: true,
        onsessioninitialized: (id) => void transports.set(id, opened),
      });
      transport = opened;
      await serverWith(tools).connect(transport);
    }
    await transport.handleRequest(request, response, json);
  };
  const server = http.createServer((request, response) => void answerTo(request, response));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const address = server.address();
  return typeof address === 'object' ? address?.port : 0;
}

if (process.argv[2] === 'stdio') {
  await serverWith(1).connect(new StdioServerTransport());
} else {
  const ports = { echo: await serve(1), fifty: await serve(50) };
  process.stdout.write(`${JSON.stringify(ports)}\n`);
}
