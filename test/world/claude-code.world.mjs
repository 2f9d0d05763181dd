// The real Claude Code, driven by a scripted model. It asks for the second era first.
import path from 'node:path';
import { toItsEnd, walk, writeJson } from './lib/walk.mjs';

export const needs = { '@anthropic-ai/claude-code': '2.1.325' };
export const byDefault = true;

/** Its own install script would put the binary of this platform in place; the package has it already. */
const binary = `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;

/** @param {import('./lib/walk.mjs').World} ctx */
export const run = (ctx) =>
  walk(ctx, {
    name: 'claude-code',
    run: ({ project, mcpUrl, key, modelUrl }) => {
      const headers = { Authorization: `Bearer ${key}` };
      const config = writeJson(path.join(ctx.home, 'mcp.json'), {
        mcpServers: { gatehouse: { type: 'http', url: mcpUrl, headers } },
      });
      const tools = ['request_access', 'open_file'].map((tool) => `mcp__gatehouse__${tool}`);
      const args = ['-p', 'Read the greeting.', '--mcp-config', config, '--strict-mcp-config'];
      const env = {
        ...ctx.env,
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'fake',
        ENABLE_TOOL_SEARCH: 'false',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      };
      const claude = path.join(ctx.binDir('@anthropic-ai/claude-code'), '..', binary);
      return toItsEnd(claude, [...args, '--allowedTools', ...tools], { cwd: project, env });
    },
  });
