// The real mcporter, which calls tools from a terminal.
import assert from 'node:assert/strict';
import path from 'node:path';
import { newerNode, newerNodeNeeds, withNewerNode } from './lib/newer-node.mjs';
import { toItsEnd, walk, writeJson } from './lib/walk.mjs';

export const needs = { mcporter: '0.12.3', ...newerNodeNeeds };

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'mcporter',
    run: async ({ project, mcpUrl, key }) => {
      const headers = { Authorization: `Bearer ${key}` };
      const config = writeJson(path.join(ctx.home, 'mcporter.json'), {
        mcpServers: { gatehouse: { baseUrl: mcpUrl, headers } },
      });
      const script = path.join(ctx.binDir('mcporter'), 'mcporter');
      const mcporter = async (/** @type {string[]} */ ...args) => {
        const words = [script, '--config', config, ...args];
        const ran = await toItsEnd(newerNode(ctx), words, {
          cwd: project,
          env: withNewerNode(ctx),
        });
        assert.equal(ran.code, 0, ran.output);
        return ran;
      };
      const call = (/** @type {string} */ tool, /** @type {object} */ args) =>
        mcporter('call', `gatehouse.${tool}`, '--args', JSON.stringify(args), '--output', 'json');
      assert.match((await mcporter('list', 'gatehouse')).output, /open_file/);
      const accessArgs = {
        scopes: ['read:files'],
        roots: [project],
        reason: 'to read the greeting',
      };
      await call('request_access', accessArgs);
      return call('open_file', { path: path.join(project, 'greeting.txt') });
    },
  });
