// The real mcp-remote, which brings clients without HTTP to servers with it, beneath a client of the SDK.
import assert from 'node:assert/strict';
import path from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { walk } from './lib/walk.mjs';

export const needs = { 'mcp-remote': '0.15.1' };

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'mcp-remote',
    run: async ({ project, mcpUrl, key }) => {
      const remote = path.join(ctx.binDir('mcp-remote'), 'mcp-remote');
      const header = ['--header', 'Authorization:${AUTH}'];
      const transport = new StdioClientTransport({
        command: process.execPath,
        args: [remote, mcpUrl, ...header, '--transport', 'http-only'],
        env: { PATH: ctx.env.PATH ?? '', HOME: ctx.home, AUTH: `Bearer ${key}` },
      });
      const client = new Client({ name: 'by-way-of-mcp-remote', version: '1' });
      await client.connect(transport);
      const { tools } = await client.listTools();
      assert.ok(tools.some((tool) => tool.name === 'open_file'));
      const accessArgs = {
        scopes: ['read:files'],
        roots: [project],
        reason: 'to read the greeting',
      };
      await client.callTool({ name: 'request_access', arguments: accessArgs });
      const file = { path: path.join(project, 'greeting.txt') };
      const read = await client.callTool({ name: 'open_file', arguments: file });
      await client.close();
      return { code: 0, output: JSON.stringify(read) };
    },
  });
