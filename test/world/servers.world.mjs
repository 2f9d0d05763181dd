// Real MCP servers behind the gate: moved from the files of Cursor and Claude Code, accepted by a person
// in the window, used by Claude Code and OpenCode at once, and put back byte for byte.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { answerNextAsk } from './lib/answer-asks.mjs';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { toItsEnd, writeJson } from './lib/walk.mjs';

export const needs = {
  '@modelcontextprotocol/server-everything': '2026.8.31',
  '@modelcontextprotocol/server-filesystem': '2026.8.31',
  '@modelcontextprotocol/server-memory': '2026.8.31',
  'chrome-devtools-mcp': '1.11.0',
  '@anthropic-ai/claude-code': '2.1.325',
  'opencode-ai': '1.18.33',
};
export const allowScripts = ['opencode-ai'];
export const programs = ['chromium'];
export const timeoutMs = 15 * 60_000;

/** Its own install script would put the binary of this platform in place; the package has it already. */
const claudeBinary = `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {import('playwright').Page} Page */
/** @typedef {Awaited<ReturnType<typeof startGatehouse>>} Gatehouse */

/** @param {World} ctx */
export async function run(ctx) {
  const project = path.join(ctx.home, 'project');
  fs.mkdirSync(project);
  fs.writeFileSync(path.join(project, 'greeting.txt'), 'the word is halberd\n');
  const files = writeClientFiles(ctx, project);
  // Both clients get every tool in their list, not find_tools and call_tool.
  writeJson(path.join(ctx.home, 'gatehouse-data/settings.json'), {
    limits: { serverToolTokens: 100_000 },
  });
  const gatehouse = await startGatehouse(ctx);
  try {
    const page = await gatehouse.mainPage();
    await page.getByRole('button', { name: 'Servers' }).click();
    await moveAll(page);
    for (const { file } of files)
      assert.match(fs.readFileSync(file, 'utf8'), /gatehouse/, `${file} has our entry`);
    ctx.log('moved four servers from the files of Cursor and Claude Code');
    await allowFolder(page, 'filesystem', project);
    for (const name of ['everything', 'filesystem', 'memory', 'chrome-devtools'])
      await acceptAll(page, name);
    ctx.log('accepted their tools in the window');
    await useByBoth(ctx, gatehouse, project);
    checkProcesses(ctx, gatehouse);
    await undoMove(page);
    for (const { file, content } of files)
      assert.equal(fs.readFileSync(file, 'utf8'), content, `${file} is as before, byte for byte`);
    ctx.log('undone: both files are as before, byte for byte');
  } finally {
    await gatehouse.close();
  }
}

/** @param {World} ctx @param {string} project */
function writeClientFiles(ctx, project) {
  const script = (/** @type {string} */ name, /** @type {string} */ file) =>
    path.join(ctx.binDir(name), '..', name, file);
  const chromium = execFileSync('which', ['chromium'], { encoding: 'utf8' }).trim();
  const everything = {
    command: 'node',
    args: [script('@modelcontextprotocol/server-everything', 'dist/index.js')],
  };
  const chrome = [
    ...['--headless', '--isolated', '--executablePath', chromium],
    ...['--chromeArg=--no-sandbox', '--chromeArg=--disable-gpu'],
  ];
  const cursor = {
    mcpServers: {
      everything,
      filesystem: {
        command: 'node',
        args: [script('@modelcontextprotocol/server-filesystem', 'dist/index.js'), project],
      },
      'chrome-devtools': {
        command: 'node',
        args: [script('chrome-devtools-mcp', 'build/src/bin/chrome-devtools-mcp.js'), ...chrome],
      },
    },
  };
  const claude = {
    numStartups: 3,
    mcpServers: {
      everything,
      memory: {
        command: 'node',
        args: [script('@modelcontextprotocol/server-memory', 'dist/index.js')],
      },
    },
  };
  const written = [
    {
      file: path.join(ctx.home, '.cursor/mcp.json'),
      content: `${JSON.stringify(cursor, null, 4)}\n`,
    },
    { file: path.join(ctx.home, '.claude.json'), content: JSON.stringify(claude) },
  ];
  for (const { file, content } of written) {
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, content);
  }
  return written;
}

/** @param {Page} page */
async function moveAll(page) {
  await page.getByRole('button', { name: 'Move behind Gatehouse…' }).click({ timeout: 60_000 });
  const dialog = page.getByRole('dialog', { name: 'Move servers behind Gatehouse' });
  await dialog.getByRole('button', { name: 'Move', exact: true }).click({ timeout: 60_000 });
  await dialog.getByText(/Moved /).waitFor({ timeout: 60_000 });
  await dialog.getByRole('button', { name: 'Close' }).click();
}

/** @param {Page} page @param {string} name */
const rowOf = (page, name) => page.getByRole('article', { name, exact: true });

/** @param {Page} page @param {string} name */
async function openRow(page, name) {
  const details = rowOf(page, name).getByRole('button', {
    name: `Details of ${name}`,
    exact: true,
  });
  await details.waitFor({ timeout: 60_000 });
  if ((await details.getAttribute('aria-expanded')) === 'false') await details.click();
}

/** @param {Page} page @param {string} name @param {string} folder */
async function allowFolder(page, name, folder) {
  await openRow(page, name);
  await rowOf(page, name)
    .getByRole('button', { name: `Edit ${name}` })
    .click();
  const dialog = page.getByRole('dialog', { name: `Edit ${name}` });
  await dialog.getByLabel('Folders it may use, one per line').fill(folder);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await rowOf(page, name)
    .getByRole('button', { name: `Restart ${name}` })
    .click();
}

/** @param {Page} page @param {string} name */
async function acceptAll(page, name) {
  await openRow(page, name);
  const review = page.getByRole('region', { name: `To review: ${name}` });
  await review.waitFor({ timeout: 120_000 });
  await review.getByRole('button', { name: /^Accept all/ }).click({ timeout: 60_000 });
  await review.waitFor({ state: 'hidden', timeout: 60_000 });
}

/** @param {Page} page */
async function undoMove(page) {
  await page.getByRole('button', { name: /^Undo the move of/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Undo the move' }).click();
  await page.getByText('Run MCP servers behind the gate').waitFor({ timeout: 60_000 });
}

/** The same tools, called by two agents at the same time. @param {World} ctx @param {Gatehouse} gatehouse @param {string} project */
async function useByBoth(ctx, gatehouse, project) {
  const names = ['everything', 'filesystem', 'memory', 'chrome-devtools'];
  const steps = [
    {
      tool: 'request_access',
      args: { scopes: names.map((name) => `mcp:${name}`), roots: [project], reason: 'to try them' },
    },
    { tool: 'everything__echo', args: { message: 'lighthouse' } },
    { tool: 'filesystem__read_text_file', args: { path: path.join(project, 'greeting.txt') } },
    { tool: 'memory__read_graph', args: {} },
    { tool: 'chrome-devtools__list_pages', args: {} },
  ];
  const model = await startFakeModel(steps);
  let asked = 0;
  const clients = { areDone: false };
  const answering = (async () => {
    while (!clients.areDone) {
      const isShown = await gatehouse.askPage.locator('main.ask').isVisible();
      if (isShown) {
        await answerNextAsk(gatehouse.askPage, () => ({ allow: true }));
        asked += 1;
      } else await new Promise((resolve) => setTimeout(resolve, 100));
    }
  })();
  try {
    const place = { project, modelUrl: model.url, mcpUrl: gatehouse.mcpUrl };
    const ran = await Promise.all([
      runClaude(ctx, { ...place, key: gatehouse.newKey('claude-walk') }),
      runOpenCode(ctx, { ...place, key: gatehouse.newKey('opencode-walk') }),
    ]);
    for (const { code, output } of ran) {
      const said = `${output}\n${model.seen.join('\n')}`;
      assert.equal(code, 0, said);
      assert.match(output, /lighthouse/, said);
      assert.match(output, /the word is halberd/, said);
    }
  } finally {
    clients.areDone = true;
    await answering;
    model.close();
  }
  assert.ok(asked >= 2, `a person was asked ${asked} times`);
  const ledger = gatehouse.ledger();
  for (const actor of ['claude-walk', 'opencode-walk'])
    for (const { tool } of steps) {
      const phases = ledger
        .filter((line) => line.actor === actor && line.action === tool && line.phase !== 'note')
        .map(({ phase, result = '' }) => `${phase} ${result}`.trim());
      assert.deepEqual(
        phases.filter((phase) => phase === 'intent' || phase.startsWith('outcome')),
        ['intent', 'outcome done'],
        `${actor} ${tool}: ${phases.join(', ')}`,
      );
    }
  ctx.log(`two clients used four servers; ${asked} asks were shown; every call is in the ledger`);
}

/** One process for each server, whatever the number of clients. @param {World} ctx @param {Gatehouse} gatehouse */
function checkProcesses(ctx, { dataDir }) {
  const env = { ...ctx.env, GATEHOUSE_DATA_DIR: dataDir };
  const cli = path.join(ctx.repo, 'bin/gatehouse.mjs');
  const listed = JSON.parse(
    execFileSync(process.execPath, [cli, 'servers', 'list', '--json'], { env, encoding: 'utf8' }),
  );
  for (const { name, processes, clients, isolation } of listed) {
    assert.equal(processes, 1, `${name} has ${processes} processes`);
    assert.deepEqual(clients.toSorted(), ['claude-walk', 'opencode-walk'], name);
    ctx.log(`${name}: 1 process for 2 clients, ${isolation}`);
  }
  assert.equal(listed.length, 4);
}

/** @typedef {{ project: string, mcpUrl: string, key: string, modelUrl: string }} ClientPlace */

/** @param {World} ctx @param {ClientPlace} place */
function runClaude(ctx, { project, mcpUrl, key, modelUrl }) {
  const headers = { Authorization: `Bearer ${key}` };
  const config = writeJson(path.join(ctx.home, 'claude-mcp.json'), {
    mcpServers: { gatehouse: { type: 'http', url: mcpUrl, headers } },
  });
  const env = {
    ...ctx.env,
    CLAUDE_CONFIG_DIR: path.join(ctx.home, 'claude-config'),
    ANTHROPIC_BASE_URL: modelUrl,
    ANTHROPIC_API_KEY: 'fake',
    ENABLE_TOOL_SEARCH: 'false',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
    DISABLE_AUTOUPDATER: '1',
  };
  const claude = path.join(ctx.binDir('@anthropic-ai/claude-code'), '..', claudeBinary);
  const args = ['-p', 'Use the servers.', '--mcp-config', config, '--strict-mcp-config'];
  return toItsEnd(claude, [...args, '--allowedTools', 'mcp__gatehouse'], { cwd: project, env });
}

/** @param {World} ctx @param {ClientPlace} place */
function runOpenCode(ctx, { project, mcpUrl, key, modelUrl }) {
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
        ...{ type: 'remote', url: mcpUrl, oauth: false, enabled: true },
        headers: { Authorization: 'Bearer {env:GATEHOUSE_KEY}' },
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
  return toItsEnd(opencode, ['run', 'Use the servers.'], { cwd: project, env });
}
