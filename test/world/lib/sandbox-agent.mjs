// An agent with a real MCP client, for work in the sandbox.
import assert from 'node:assert/strict';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';

export const workScopes = [
  'explore:project',
  ...['read:files', 'write:files', 'create:files', 'run:commands', 'exec:terminal'],
  ...['build:project', 'test:code', 'git:status', 'git:commit'],
];

/** @typedef {{ isError: boolean, data: Record<string, any> }} Answer */

/** @param {{ mcpUrl: string, newKey(name: string): string }} gatehouse @param {string} name */
export async function sandboxAgent({ mcpUrl, newKey }, name) {
  const client = new Client({ name, version: '1.0.0' });
  const requestInit = { headers: { Authorization: `Bearer ${newKey(name)}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(mcpUrl), { requestInit }));
  /** @param {string} tool @param {object} args @returns {Promise<Answer>} */
  const call = async (tool, args) => {
    const wanted = { name: tool, arguments: { ...args } };
    const answer = await client.callTool(wanted, undefined, { timeout: 180_000 });
    const data = /** @type {Record<string, any>} */ (answer.structuredContent ?? {});
    if (data.status !== 'pending') return { isError: answer.isError === true, data };
    return call('await_access', { request_id: data.request_id });
  };
  /** @param {string} tool @param {object} args */
  const succeeds = async (tool, args) => {
    const { isError, data } = await call(tool, args);
    assert.equal(isError, false, `${tool}: ${JSON.stringify(data)}`);
    return data;
  };
  return {
    call,
    succeeds,
    /** Ends well, or tells its whole output. @param {string} cwd @param {string[]} argv */
    async runs(cwd, argv, timeout = 120) {
      const data = await succeeds('exec_command', { argv, cwd, timeout });
      assert.equal(data.exit_code, 0, `${argv.join(' ')}: ${JSON.stringify(data)}`);
      return String(data.stdout);
    },
    close: () => client.close(),
  };
}
