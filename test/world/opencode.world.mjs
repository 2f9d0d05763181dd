// The real OpenCode, driven by a scripted model: it asks for access, a person clicks in the real ask
// window, it reads a file through the gate, and the ledger has every step.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';

export const needs = { 'opencode-ai': '1.18.33' };
export const allowScripts = ['opencode-ai'];
export const timeoutMs = 4 * 60_000;

/** @param {{ home: string, electron: string, repo: string, env: NodeJS.ProcessEnv,
 *   binDir(name: string): string, log(...words: unknown[]): void }} ctx */
export async function run(ctx) {
  const project = path.join(ctx.home, 'project');
  fs.mkdirSync(project);
  const file = path.join(project, 'greeting.txt');
  fs.writeFileSync(file, 'the word is halberd\n');

  const gatehouse = await startGatehouse(ctx);
  const wish = { scopes: ['read:files'], roots: [project], reason: 'to read the greeting' };
  const model = await startFakeModel([
    { tool: 'request_access', args: wish },
    { tool: 'open_file', args: { path: file } },
  ]);
  try {
    const config = writeConfig(ctx.home, gatehouse.mcpUrl, model.url);
    const working = openCode(ctx, project, config, gatehouse.newKey('opencode'));
    await gatehouse.allowNextAsk();
    const { code, output } = await working;
    ctx.log(output.trim().split('\n').at(-1));
    assert.equal(code, 0, output);
    assert.match(output, /the word is halberd/);
    const steps = gatehouse
      .ledger()
      .filter((line) => line.actor === 'opencode')
      .map((line) => `${line.action} ${line.phase} ${line.result ?? ''}`.trim());
    assert.deepEqual(steps, [
      'request_access intent',
      'request_access decision allow',
      'request_access outcome done',
      'open_file intent',
      'open_file decision allow',
      'open_file outcome done',
    ]);
  } finally {
    model.close();
    await gatehouse.close();
  }
}

/** @param {string} home @param {string} mcpUrl @param {string} modelUrl */
function writeConfig(home, mcpUrl, modelUrl) {
  const file = path.join(home, 'opencode.json');
  const config = {
    model: 'fake/fake',
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: modelUrl, apiKey: 'none' },
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
  };
  fs.writeFileSync(file, JSON.stringify(config, null, 2));
  return file;
}

/** @param {{ binDir(name: string): string, env: NodeJS.ProcessEnv }} ctx
 * @param {string} cwd @param {string} config @param {string} key */
async function openCode(ctx, cwd, config, key) {
  const child = spawn(
    path.join(ctx.binDir('opencode-ai'), 'opencode'),
    ['run', 'Read the greeting.'],
    {
      cwd,
      env: {
        ...ctx.env,
        OPENCODE_CONFIG: config,
        GATEHOUSE_KEY: key,
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += chunk));
  }
  const [code] = await once(child, 'exit');
  return { code, output };
}
