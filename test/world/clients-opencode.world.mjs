// The real OpenCode, set up by clicks in the real window and undone to the byte.
import path from 'node:path';
import { clickWalk } from './lib/click-walk.mjs';
import { toItsEnd } from './lib/walk.mjs';

export const needs = { 'opencode-ai': '1.18.33' };
export const allowScripts = ['opencode-ai'];
export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  clickWalk(ctx, {
    id: 'opencode',
    name: 'OpenCode',
    file: path.join(ctx.home, '.config/opencode/opencode.json'),
    config: (modelUrl) => `{
  // OpenCode writes the schema into a file without one by itself
  "$schema": "https://opencode.ai/config.json",
  "model": "fake/fake",
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${modelUrl}/v1", "apiKey": "none" },
      "models": { "fake": { "name": "fake", "tool_call": true } },
    },
  },
}
`,
    run: ({ project }) => {
      const env = {
        ...ctx.env,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      };
      const opencode = path.join(ctx.binDir('opencode-ai'), 'opencode');
      return toItsEnd(opencode, ['run', 'Change the greeting.'], { cwd: project, env });
    },
  });
