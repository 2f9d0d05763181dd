// The real Codex, driven by a scripted model.
import fs from 'node:fs';
import path from 'node:path';
import { toItsEnd, walk } from './lib/walk.mjs';

export const needs = { '@openai/codex': '0.166.0' };
export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'codex',
    run: ({ project, mcpUrl, key, modelUrl }) => {
      const folder = path.join(ctx.home, '.codex');
      fs.mkdirSync(folder);
      fs.writeFileSync(path.join(folder, 'config.toml'), config(mcpUrl, modelUrl));
      const env = { ...ctx.env, GATEHOUSE_KEY: key, FAKE_KEY: 'none' };
      const codex = path.join(ctx.binDir('@openai/codex'), 'codex');
      const args = ['exec', '--skip-git-repo-check', 'Read the greeting.'];
      return toItsEnd(codex, args, { cwd: project, env });
    },
  });

/** @param {string} mcpUrl @param {string} modelUrl */
const config = (mcpUrl, modelUrl) => `
model = "fake"
model_provider = "fake"
approval_policy = "never"

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"

[mcp_servers.gatehouse]
url = "${mcpUrl}"
bearer_token_env_var = "GATEHOUSE_KEY"
default_tools_approval_mode = "approve"
`;
