// The real OpenCode, run by Gatehouse in two workspaces at once: each has its own identity, what it
// wants to do by itself is answered in our window, and quitting leaves no process behind.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { answerNextAsk } from './lib/answer-asks.mjs';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { endAllIn, isRunning, processesIn } from './lib/processes-in.mjs';
import { writeJson } from './lib/walk.mjs';

export const needs = { 'opencode-ai': '1.18.33' };
export const allowScripts = ['opencode-ai'];
export const byDefault = true;

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {Awaited<ReturnType<typeof startGatehouse>>} Gatehouse */
/** @typedef {{ name: string, folder: string, port: number }} Workspace */

const whyNot = 'That file stays as it is.';
/** It leaves a process of its own behind, out of reach of OpenCode's group. */
const allowed = 'echo halberd > allowed.txt; setsid sleep 600 > /dev/null 2>&1 &';
const denied = 'echo halberd > denied.txt';
const script = [
  { tool: 'workspace_get_status', args: {} },
  { tool: 'bash', args: { command: allowed, description: 'write it' } },
  { tool: 'bash', args: { command: denied, description: 'write another' } },
];

const stepsOfEach = [
  'workspace_get_status intent',
  'workspace_get_status outcome refused',
  'request_access intent',
  'request_access decision allow',
  'request_access outcome done',
  'workspace_get_status intent',
  'workspace_get_status decision allow',
  'workspace_get_status outcome done',
  // The session of the first call has no scope for commands, so this asks for access with the command in it.
  'native_command intent',
  'native_command outcome refused',
  'request_access intent',
  'request_access decision allow',
  'request_access outcome done',
  'native_command intent',
  'native_command decision allow',
  'native_command outcome done',
  'native_command intent',
  'native_command decision deny',
  'native_command outcome refused',
];

/** @param {World} ctx */
export async function run(ctx) {
  const project = repositoryIn(path.join(ctx.home, 'shop'));
  const model = await startFakeModel(script);
  prepare(ctx, model.url);
  const gatehouse = await startGatehouse(ctx);
  let isOpen = true;
  try {
    const workspaces = await startTwo(gatehouse, project);
    ctx.log('OpenCode runs in two workspaces at once');
    const [output, asked] = await Promise.all([
      Promise.all(workspaces.map(startWork)),
      answerAll(gatehouse),
    ]);
    for (const [at, workspace] of workspaces.entries())
      checkWork(workspace, output[at] ?? '', { gatehouse, asked });
    ctx.log(
      'each has its own identity; a prompt of each was allowed, another denied with a reason',
    );
    const running = workspaces.flatMap(runningIn);
    await gatehouse.close();
    isOpen = false;
    checkEnded(workspaces, running);
    ctx.log(`quitting ended all ${running.length} processes`);
  } catch (error) {
    ctx.log(model.seen.join('\n'));
    throw error;
  } finally {
    model.close();
    if (isOpen) await gatehouse.close();
  }
}

/** @param {World} ctx @param {string} modelUrl */
function prepare(ctx, modelUrl) {
  const dataDir = path.join(ctx.home, 'gatehouse-data');
  fs.mkdirSync(dataDir, { mode: 0o700 });
  const program = path.join(ctx.binDir('opencode-ai'), 'opencode');
  writeJson(path.join(dataDir, 'settings.json'), { opencode: { program } });
  writeJson(path.join(ctx.home, '.config/opencode/opencode.json'), {
    model: 'fake/fake',
    provider: {
      fake: {
        npm: '@ai-sdk/openai-compatible',
        options: { baseURL: `${modelUrl}/v1`, apiKey: 'none' },
        models: { fake: { name: 'fake', tool_call: true } },
      },
    },
  });
}

/** @param {string} folder */
function repositoryIn(folder) {
  fs.mkdirSync(folder);
  const git = (/** @type {string[]} */ ...args) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
    });
  git('init', '--quiet');
  git('commit', '--quiet', '--allow-empty', '--message', 'first');
  return fs.realpathSync(folder);
}

/** @param {Gatehouse} gatehouse @param {string} project @returns {Promise<Workspace[]>} */
async function startTwo(gatehouse, project) {
  const page = await gatehouse.mainPage();
  await page.getByRole('button', { name: /^Workspaces/ }).click();
  await gatehouse.choose(project);
  await page.getByRole('button', { name: 'Add a project…' }).click();
  const one = await startIn(page, project, 'one');
  const two = await startIn(page, project, 'two');
  return [one, two];
}

/** @param {import('playwright').Page} page @param {string} project @param {string} name */
async function startIn(page, project, name) {
  await page.getByRole('button', { name: 'New workspace…' }).click();
  await page.getByRole('textbox').fill(name);
  await page.getByRole('button', { name: 'Create workspace' }).click();
  const card = page.getByRole('article', { name: `Workspace ${name}` });
  await page.getByRole('button', { name: `Start OpenCode in ${name}` }).click();
  const runs = card.getByText(/OpenCode is running on port \d+/);
  await runs.waitFor({ timeout: 60_000 });
  const port = Number(/on port (\d+)/.exec(await runs.innerText())?.[1]);
  return { name, folder: `${project}.workspaces/${name}`, port };
}

/**
 * As a person at OpenCode's own window would: with the password that only its process knows.
 * @param {Workspace} workspace
 */
async function startWork({ folder, port }) {
  const password = processesIn(folder)[0]?.env.get('OPENCODE_SERVER_PASSWORD');
  const credential = Buffer.from(`opencode:${password}`).toString('base64');
  const headers = { Authorization: `Basic ${credential}`, 'Content-Type': 'application/json' };
  const sessions = `http://127.0.0.1:${port}/session`;
  const made = await fetch(sessions, { method: 'POST', headers, body: '{}' });
  assert.equal(made.status, 200);
  const { id } = await made.json();
  const body = JSON.stringify({ parts: [{ type: 'text', text: 'go' }] });
  const said = await fetch(`${sessions}/${id}/message`, { method: 'POST', headers, body });
  return said.text();
}

/**
 * Each asks for access, for more access with its first command in it, and for each of the two commands, as they
 * run outside the sandbox; in any order.
 */
const asksOfEach = 4;

/** @param {Gatehouse} gatehouse */
async function answerAll({ askPage }) {
  const read = [];
  for (let at = 0; at < 2 * asksOfEach; at += 1) {
    read.push(
      await answerNextAsk(askPage, (words) =>
        words.includes(denied) ? { deny: whyNot } : { allow: true },
      ),
    );
  }
  return read;
}

/** @param {Workspace} workspace @param {string} output @param {{ gatehouse: Gatehouse, asked: string[] }} seen */
function checkWork({ name, folder }, output, { gatehouse, asked }) {
  assert.match(output, /isDirty/, output);
  assert.ok(output.includes(whyNot), output);
  assert.equal(fs.readFileSync(path.join(folder, 'allowed.txt'), 'utf8'), 'halberd\n');
  assert.ok(!fs.existsSync(path.join(folder, 'denied.txt')));

  const own = gatehouse.ledger().filter(({ actor }) => actor.startsWith(`opencode-${name}-`));
  assert.equal(new Set(own.map(({ actor }) => actor)).size, 1);
  const identity = own[0]?.actor ?? '';
  const ownAsks = asked.filter((words) => words.includes(identity));
  assert.equal(ownAsks.length, asksOfEach, asked.join('\n\n'));
  const steps = own
    .filter(({ phase }) => phase !== 'note')
    .map((line) => `${line.action} ${line.phase} ${line.result ?? ''}`.trim());
  assert.deepEqual(steps, stepsOfEach);
}

/** @param {Workspace} workspace */
function runningIn({ folder }) {
  const running = processesIn(folder);
  const commands = running.map(({ command }) => command);
  const said = commands.join('\n');
  assert.ok(commands.includes('sleep 600'), said);
  assert.match(said, / serve --hostname 127\.0\.0\.1 /);
  return running;
}

/** @param {Workspace[]} workspaces @param {import('./lib/processes-in.mjs').Running[]} before */
function checkEnded(workspaces, before) {
  const left = before.filter(({ pid }) => isRunning(pid));
  const found = workspaces.flatMap(({ folder }) => processesIn(folder));
  // It fails below; what it found must not stay either.
  for (const { folder } of workspaces) endAllIn(folder);
  const names = [...left, ...found].map(({ pid, command }) => `${pid} ${command}`);
  assert.deepEqual(names, []);
}
