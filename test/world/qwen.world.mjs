// The real Qwen Code, driven by a scripted model.
import path from 'node:path';
import { newerNode, newerNodeNeeds, withNewerNode } from './lib/newer-node.mjs';
import { toItsEnd, walk, writeJson } from './lib/walk.mjs';

export const needs = { '@qwen-code/qwen-code': '0.24.4', ...newerNodeNeeds };

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'qwen',
    run: ({ project, mcpUrl, key, modelUrl }) => {
      writeJson(path.join(ctx.home, '.qwen/settings.json'), {
        security: { auth: { selectedType: 'openai' } },
        // Else it hides our tools behind a search.
        tools: { toolSearch: { enabled: false } },
        mcpServers: {
          gatehouse: { httpUrl: mcpUrl, headers: { Authorization: 'Bearer $GATEHOUSE_KEY' } },
        },
      });
      const env = {
        ...withNewerNode(ctx),
        GATEHOUSE_KEY: key,
        OPENAI_API_KEY: 'fake',
        OPENAI_BASE_URL: `${modelUrl}/v1`,
        OPENAI_MODEL: 'fake',
      };
      const qwen = path.join(ctx.binDir('@qwen-code/qwen-code'), 'qwen');
      const args = [qwen, '--yolo', '-p', 'Read the greeting.'];
      return toItsEnd(newerNode(ctx), args, { cwd: project, env });
    },
  });
