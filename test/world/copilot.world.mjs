// The real Copilot CLI with a provider of one's own, driven by a scripted model.
import path from 'node:path';
import { newerNode, newerNodeNeeds, withNewerNode } from './lib/newer-node.mjs';
import { toItsEnd, walk, writeJson } from './lib/walk.mjs';

export const needs = { '@github/copilot': '1.0.102', ...newerNodeNeeds };

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'copilot',
    run: ({ project, mcpUrl, key, modelUrl }) => {
      const headers = { Authorization: `Bearer ${key}` };
      writeJson(path.join(ctx.home, '.copilot/mcp-config.json'), {
        mcpServers: { gatehouse: { type: 'http', url: mcpUrl, headers, tools: ['*'] } },
      });
      const env = {
        ...withNewerNode(ctx),
        COPILOT_PROVIDER_BASE_URL: `${modelUrl}/v1`,
        COPILOT_MODEL: 'fake',
        COPILOT_OFFLINE: 'true',
      };
      const copilot = path.join(ctx.binDir('@github/copilot'), 'copilot');
      const args = [copilot, '-p', 'Read the greeting.', '--allow-all-tools', '--no-auto-update'];
      return toItsEnd(newerNode(ctx), args, { cwd: project, env });
    },
  });
