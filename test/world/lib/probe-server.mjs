// An MCP server over stdio that is not Gatehouse: one tool, which makes a file.
import fs from 'node:fs';
import readline from 'node:readline';

const tool = {
  name: 'touchit',
  description: 'Makes a file.',
  inputSchema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
};

/** @type {Record<string, (params: any) => object>} */
const methods = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'probe', version: '1' },
  }),
  'tools/list': () => ({ tools: [tool] }),
  'tools/call': ({ arguments: args }) => {
    fs.writeFileSync(args.name, 'touched\n');
    return { content: [{ type: 'text', text: `touched ${args.name}` }] };
  },
  ping: () => ({}),
};

readline.createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const answer = methods[method];
  const reply = answer
    ? { result: answer(params) }
    : { error: { code: -32601, message: `no ${method}` } };
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...reply })}\n`);
});
