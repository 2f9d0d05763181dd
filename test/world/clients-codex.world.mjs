// The real Codex, set up by clicks in the real window: it starts `gatehouse stdio`, which holds its key.
import path from 'node:path';
import { clickWalk } from './lib/click-walk.mjs';
import { toItsEnd } from './lib/walk.mjs';

export const needs = { '@openai/codex': '0.166.0' };
export const byDefault = true;

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  clickWalk(ctx, {
    id: 'codex',
    name: 'Codex',
    file: path.join(ctx.home, '.codex/config.toml'),
    config: (modelUrl) => `# the model of this test
model = "fake"
model_provider = "fake"
approval_policy = "never" # nobody is there

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
`,
    run: async ({ project }) => {
      const codex = path.join(ctx.binDir('@openai/codex'), 'codex');
      const args = ['exec', '--skip-git-repo-check', 'Change the greeting.'];
      const options = { cwd: project, env: { ...ctx.env, FAKE_KEY: 'none' } };
      // On a busy machine Codex begins before its servers are up; a person would say it again.
      for (let tries = 1; ; tries += 1) {
        const ran = await toItsEnd(codex, args, options);
        if (tries === 4 || !ran.output.includes('The tools said: []')) return ran;
      }
    },
  });
