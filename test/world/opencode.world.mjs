// The real OpenCode, driven by a scripted model.
import path from 'node:path';
import { toItsEnd, walk, writeJson } from './lib/walk.mjs';

export const needs = { 'opencode-ai': '1.18.33' };
export const allowScripts = ['opencode-ai'];
export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'opencode',
    run: ({ project, mcpUrl, key, modelUrl }) => {
      const config = writeJson(path.join(ctx.home, 'opencode.json'), {
        model: 'fake/fake',
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
            models: { fake: { name: 'fake', tool_call: true } },
          },
        },
        mcp: {
          gatehouse: {
            type: 'remote',
            url: mcpUrl,
            headers: { Authorization: 'Bearer {env:GATEHOUSE_KEY}' },
            oauth: false,
            enabled: true,
          },
        },
      });
      const env = {
        ...ctx.env,
        OPENCODE_CONFIG: config,
        GATEHOUSE_KEY: key,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      };
      const opencode = path.join(ctx.binDir('opencode-ai'), 'opencode');
      return toItsEnd(opencode, ['run', 'Read the greeting.'], { cwd: project, env });
    },
  });
