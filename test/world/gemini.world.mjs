// The real Gemini CLI, driven by a scripted model.
import path from 'node:path';
import { toItsEnd, walk, writeJson } from './lib/walk.mjs';

export const needs = { '@google/gemini-cli': '0.61.0' };

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'gemini',
    run: ({ project, mcpUrl, key, modelUrl }) => {
      writeJson(path.join(ctx.home, '.gemini/settings.json'), {
        security: { auth: { selectedType: 'gemini-api-key' } },
        mcpServers: {
          gatehouse: {
            type: 'http',
            url: mcpUrl,
            headers: { Authorization: 'Bearer $GATEHOUSE_KEY' },
          },
        },
      });
      const env = {
        ...ctx.env,
        GATEHOUSE_KEY: key,
        GEMINI_API_KEY: 'fake',
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      };
      const gemini = path.join(ctx.binDir('@google/gemini-cli'), 'gemini');
      const args = ['--yolo', '-p', 'Read the greeting.'];
      return toItsEnd(gemini, args, { cwd: project, env });
    },
  });
