// Real clients whose own edit and shell tools are denied by a click: before it each of them changes a
// file and runs a command by itself, after it neither, and undo gives the settings back to the byte.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { toItsEnd } from './lib/walk.mjs';

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {import('./lib/model-words.mjs').Step} Step */
/** @typedef {{ name: string, file: string, others?: Record<string, string>, before: string, deniedIn?: string, program: string, args: string[],
 *   env?: Record<string, string>, shell(file: string): Step, edit(file: string): Step }} Client */

export const needs = {
  'opencode-ai': '1.18.33',
  '@openai/codex': '0.166.0',
  '@anthropic-ai/claude-code': '2.1.325',
  '@google/gemini-cli': '0.61.0',
};
export const allowScripts = ['opencode-ai'];
export const timeoutMs = 15 * 60_000;

/** @param {World} ctx */
export async function run(ctx) {
  /** @type {Step[]} */
  const script = [];
  const model = await startFakeModel(script);
  const clients = clientsOf(ctx, model.url);
  for (const { file, before, others = {} } of clients) {
    const all = Object.entries({ [file]: before, ...others });
    for (const [name, text] of all) writeText(path.join(ctx.home, name), text);
  }
  const gatehouse = await startGatehouse(ctx);
  try {
    const page = await gatehouse.openMainWindow();
    await page.getByRole('button', { name: 'Clients', exact: true }).click();
    for (const client of clients) {
      const tries = () => whatItCan(ctx, client, script, model.seen);
      assert.deepEqual(await tries(), { shell: true, edit: true }, said(client, model.seen));
      await denyByClicks(page, client);
      const denied = path.join(ctx.home, client.deniedIn ?? client.file);
      assert.notEqual(textOf(denied), client.deniedIn === undefined ? client.before : null);
      assert.deepEqual(await tries(), { shell: false, edit: false }, said(client, model.seen));
      await undoByClicks(page, client);
      assert.equal(textOf(path.join(ctx.home, client.file)), client.before, 'not the same bytes');
      if (client.deniedIn !== undefined) assert.equal(textOf(denied), null, 'its file stayed');
      ctx.log(`${client.name}: ran and edited by itself; denied by a click it did neither; undone`);
    }
  } finally {
    model.close();
    await gatehouse.close();
  }
}

/** Null when there is no such file. @param {string} file */
const textOf = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null);

/** @param {Client} client @param {string[]} seen */
const said = (client, seen) => `${client.name}\n${seen.slice(-20).join('\n')}`;

/** @param {World} ctx @param {Client} client @param {Step[]} script @param {string[]} seen */
async function whatItCan(ctx, client, script, seen) {
  const project = fs.mkdtempSync(path.join(ctx.home, 'project-'));
  const can = async (/** @type {(file: string) => Step} */ stepFor, /** @type {string} */ name) => {
    const file = path.join(project, name);
    script.splice(0, script.length, stepFor(file));
    const env = { ...ctx.env, ...client.env };
    const { output } = await toItsEnd(client.program, client.args, { cwd: project, env });
    seen.push(output.slice(-1_000));
    return fs.existsSync(file);
  };
  return { shell: await can(client.shell, 'ran'), edit: await can(client.edit, 'edited.txt') };
}

/** @param {import('playwright').Page} page @param {Client} client */
async function denyByClicks(page, { name }) {
  await page.getByRole('button', { name: `Turn off ${name}'s own edit and shell tools` }).click();
  await page.getByRole('dialog', { name }).getByRole('button', { name: 'Save' }).click();
  await page.getByText(`${name}'s own edit and shell tools are off`).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('row', { name }).getByText('Turned off.').waitFor();
}

/** @param {import('playwright').Page} page @param {Client} client */
async function undoByClicks(page, { name }) {
  await page.getByRole('button', { name: `Undo: ${name}` }).click();
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await page.getByText(/: undone\./).waitFor();
  await page.getByRole('button', { name: 'Close' }).click();
}

/** @param {string} file @param {string} text */
function writeText(file, text) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, text);
}

/** Each as open as it goes. @param {World} ctx @param {string} modelUrl @returns {Client[]} */
function clientsOf(ctx, modelUrl) {
  const bin = (/** @type {string} */ name) => ctx.binDir(name);
  return [
    {
      name: 'OpenCode',
      file: '.config/opencode/opencode.json',
      before: openCodeSettings(modelUrl),
      program: path.join(bin('opencode-ai'), 'opencode'),
      args: ['run', 'go'],
      env: {
        OPENCODE_DISABLE_MODELS_FETCH: '1',
        OPENCODE_DISABLE_AUTOUPDATE: '1',
        OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
        OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
      },
      shell: (file) => ({ tool: 'bash', args: { command: `touch ${file}`, description: 'x' } }),
      edit: (file) => ({ tool: 'write', args: { filePath: file, content: 'x' } }),
    },
    {
      name: 'Codex',
      file: '.codex/config.toml',
      before: codexSettings(modelUrl),
      program: path.join(bin('@openai/codex'), 'codex'),
      args: ['exec', '--skip-git-repo-check', 'go'],
      env: { FAKE_KEY: 'none' },
      shell: (file) => ({ tool: 'exec_command', args: { cmd: `touch ${file}` } }),
      edit: (file) => ({ tool: 'apply_patch', args: { input: patchFor(path.basename(file)) } }),
    },
    {
      name: 'Claude Code',
      file: '.claude/settings.json',
      others: { '.claude.json': '{}' },
      before: '{\n  "permissions": { "allow": ["Bash", "Write"] }\n}\n',
      program: path.join(
        bin('@anthropic-ai/claude-code'),
        `../@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`,
      ),
      args: ['-p', 'go', '--allowedTools', 'Bash', 'Write', 'Edit'],
      env: {
        ANTHROPIC_BASE_URL: modelUrl,
        ANTHROPIC_API_KEY: 'fake',
        ENABLE_TOOL_SEARCH: 'false',
        CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
        DISABLE_AUTOUPDATER: '1',
      },
      shell: (file) => ({ tool: 'Bash', args: { command: `touch ${file}`, description: 'x' } }),
      edit: (file) => ({ tool: 'Write', args: { file_path: file, content: 'x' } }),
    },
    {
      name: 'Gemini CLI',
      file: '.gemini/settings.json',
      before: '{\n  "security": { "auth": { "selectedType": "gemini-api-key" } }\n}\n',
      deniedIn: '.gemini/policies/gatehouse-deny.toml',
      program: path.join(bin('@google/gemini-cli'), 'gemini'),
      args: ['--yolo', '-p', 'go'],
      env: {
        GEMINI_API_KEY: 'fake',
        GOOGLE_GEMINI_BASE_URL: modelUrl,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
      shell: (file) => ({ tool: 'run_shell_command', args: { command: `touch ${file}` } }),
      edit: (file) => ({ tool: 'write_file', args: { file_path: file, content: 'x' } }),
    },
  ];
}

const openCodeSettings = (/** @type {string} */ modelUrl) => `{
  "$schema": "https://opencode.ai/config.json",
  "model": "fake/fake",
  "provider": {
    "fake": {
      "npm": "@ai-sdk/openai-compatible",
      "options": { "baseURL": "${modelUrl}/v1", "apiKey": "none" },
      "models": { "fake": { "name": "fake", "tool_call": true } },
    },
  },
  "permission": "allow", // as open as it goes
}
`;

/** Of a model that it knows, so that it has its tool for edits. */
const codexSettings = (/** @type {string} */ modelUrl) => `model = "gpt-5.5"
model_provider = "fake"
approval_policy = "never"
sandbox_mode = "danger-full-access" # as open as it goes

[model_providers.fake]
name = "fake"
base_url = "${modelUrl}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"
`;

const patchFor = (/** @type {string} */ name) =>
  `*** Begin Patch\n*** Add File: ${name}\n+x\n*** End Patch\n`;
