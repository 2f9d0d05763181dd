// Real work inside the real sandbox, by a real MCP client in the real app: npm ci from the configured
// registry, builds and tests in three languages, a dev server, commits, twenty sessions at once. Then
// a look from the host: nothing may be left, also after the app was killed.
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { startGatehouse } from './lib/gatehouse.mjs';
import { sandboxAgent, workScopes } from './lib/sandbox-agent.mjs';
import { floods } from './lib/sandbox-floods.mjs';
import { Leftovers, privateFolders, untilNothing } from './lib/sandbox-leftovers.mjs';
import { agreeToAll } from './lib/sandbox-person.mjs';
import {
  devPort,
  devServer,
  gitIn,
  makeProject,
  pythonProject,
  repositories,
  typescriptProject,
} from './lib/sandbox-projects.mjs';

export const byDefault = true;
export const timeoutMs = 8 * 60_000;

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {Awaited<ReturnType<typeof startGatehouse>>} Gatehouse */
/** @typedef {Awaited<ReturnType<typeof sandboxAgent>>} Agent */
/** @typedef {{ ctx: World, gatehouse: Gatehouse, agent: Agent, work: string }} Place */

const clients = 4;
const partsEach = 5;
const goneMs = 20_000;
const sandboxHost = 'Gatehouse sandbox host';

/** @param {World} world */
export async function run(world) {
  // The toolchains of the system: those of another home folder are not there in this one.
  const ctx = { ...world, env: { ...world.env, PATH: '/usr/local/bin:/usr/bin:/bin' } };
  const why = whyNoSandbox();
  if (why !== null) return ctx.log(`left out: ${why}`);
  const work = path.join(ctx.home, 'work');
  fs.mkdirSync(work);
  // Of the user's git settings the sandbox has the name and the address.
  const who = '[user]\n\tname = World\n\temail = world@example.org\n';
  fs.writeFileSync(path.join(ctx.home, '.gitconfig'), who);
  const left = new Leftovers(ctx.home);
  const gatehouse = await startGatehouse(ctx);
  const person = agreeToAll(gatehouse.askPage);
  try {
    const agent = await sandboxAgent(gatehouse, 'worker');
    const reason = 'to build, test and commit';
    await agent.succeeds('request_access', { scopes: workScopes, roots: [work], reason });
    const place = { ctx, gatehouse, agent, work };
    await timed(ctx, 'npm ci, tsc and node --test', () => typescript(place));
    await timed(ctx, 'python3: unittest, multiprocessing, sqlite', () => python(place));
    await timed(ctx, 'make and cc', () => make(place));
    await timed(ctx, 'dev server, from the session and from the host', () => server(place));
    await timed(ctx, 'commits in a repository and a linked worktree', () => commits(place));
    await timed(ctx, 'network again after the sandbox host crashed', () => crash(place));
    await timed(ctx, `${clients * partsEach} sessions at once`, () => manySessions(place));
    await timed(ctx, 'programs that want everything', () => floods(agent, path.join(work, 'git')));
    await timed(ctx, 'nothing left after the sessions', () => nothingLeft(place, left));
    await timed(ctx, 'nothing left after SIGKILL of the app', () => killed(place, left));
  } finally {
    left.stop();
    await person.stop();
    await gatehouse.close().catch(() => undefined);
  }
  await timed(ctx, 'private folders are removed at the next start', async () => {
    // A display that has lost its last program is gone for a moment.
    const again = await startGatehouse(ctx).catch(() => startGatehouse(ctx));
    const folders = await untilNothing(() => privateFolders(again.dataDir), goneMs);
    await again.close();
    assert.deepEqual(folders, []);
  });
}

/** @param {World} ctx @param {string} what @param {() => Promise<string | void>} step */
async function timed(ctx, what, step) {
  const began = performance.now();
  const note = await step();
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  ctx.log(`${what}: ${seconds} s${note ? ` (${note})` : ''}`);
}

function whyNoSandbox() {
  if (process.platform !== 'linux') return 'there is a sandbox on Linux only';
  const args = ['--unshare-user', '--unshare-net', '--ro-bind', '/', '/', '--', 'true'];
  const { status, stderr } = spawnSync('/usr/bin/bwrap', args, { env: {}, encoding: 'utf8' });
  return status === 0 ? null : `bubblewrap cannot run here (${stderr ?? 'not installed'})`;
}

/** @param {Place} place */
async function typescript({ ctx, agent, work }) {
  const folder = typescriptProject(path.join(work, 'ts'), ctx.env);
  await agent.runs(folder, ['npm', 'ci', '--no-audit', '--no-fund', ...registryOptions(ctx)]);
  assert.ok(fs.existsSync(path.join(folder, 'node_modules/typescript/package.json')));
  const built = await agent.succeeds('build_project', { root: folder, timeout: 120 });
  assert.equal(built.exit_code, 0, JSON.stringify(built));
  const tested = await agent.succeeds('run_tests', { root: folder, timeout: 120 });
  assert.equal(tested.exit_code, 0, JSON.stringify(tested));
  assert.match(tested.output, /# pass 1\b/);
}

/** A private home has no settings of the user, so the configured registry is named. @param {World} ctx */
function registryOptions({ env }) {
  return ['registry', 'cafile'].flatMap((name) => {
    const value = execFileSync('npm', ['config', 'get', name], { env, encoding: 'utf8' }).trim();
    return value === 'null' ? [] : [`--${name}=${value}`];
  });
}

/** @param {Place} place */
async function python({ agent, work }) {
  const folder = pythonProject(path.join(work, 'py'));
  const argv = ['python3', '-m', 'unittest', '-v'];
  const data = await agent.succeeds('exec_command', { argv, cwd: folder, timeout: 60 });
  assert.match(String(data.stderr), /Ran 3 tests[\s\S]*OK/, JSON.stringify(data));
}

/** @param {Place} place */
async function make({ agent, work }) {
  if (!fs.existsSync('/usr/bin/cc') || !fs.existsSync('/usr/bin/make'))
    return 'left out: no cc or make in /usr/bin';
  const folder = makeProject(path.join(work, 'c'));
  assert.match(await agent.runs(folder, ['make', 'test']), /sum 42/);
  return undefined;
}

/** @param {Place} place */
async function server({ gatehouse, agent, work }) {
  const folder = devServer(path.join(work, 'dev'));
  const { terminal_id } = await agent.succeeds('open_terminal', { cwd: folder });
  await agent.succeeds('send_input', { terminal_id, data: 'node server.mjs\n' });
  await until(async () => {
    const { data } = await agent.succeeds('get_output', { terminal_id });
    return String(data).includes('listening now') || null;
  });
  const url = `http://127.0.0.1:${devPort}/`;
  const fetched = `fetch('${url}').then((one) => one.text()).then(console.log)`;
  assert.equal(await agent.runs(folder, ['node', '-e', fetched]), 'dev server ok\n');
  assert.equal(await textAt(url), null, 'the host reaches it without a forward');
  const page = await gatehouse.openMainWindow();
  await page.getByRole('button', { name: /^Sessions/ }).click();
  await page.getByRole('button', { name: `Open port ${devPort}` }).click({ timeout: 30_000 });
  const forward = await page.locator('.session-ports code').innerText();
  assert.equal(await textAt(forward), 'dev server ok');
  await agent.succeeds('send_input', { terminal_id, data: '\u0003exit\n' });
  await until(async () => (await agent.succeeds('get_output', { terminal_id })).exited || null);
}

/** @param {string} url @returns {Promise<string | null>} */
const textAt = (url) =>
  fetch(url, { signal: AbortSignal.timeout(5_000) }).then(
    (response) => response.text(),
    () => null,
  );

/** @param {Place} place */
async function commits({ ctx, agent, work }) {
  const { main, linked } = repositories(path.join(work, 'git'), ctx.env);
  for (const root of [main, linked]) {
    const file = path.join(root, 'b.txt');
    fs.writeFileSync(file, 'two\n');
    await agent.succeeds('git_add', { root, paths: [file] });
    await agent.succeeds('git_commit', { root, message: 'second' });
    assert.equal(gitIn(root, ctx.env, 'log', '-1', '--format=%s').trim(), 'second');
    assert.equal(gitIn(root, ctx.env, 'status', '--porcelain'), '');
  }
  assert.equal(gitIn(main, ctx.env, 'fsck', '--no-dangling').trim(), '');
}

/** @param {Place} place */
async function crash({ ctx, gatehouse, agent, work }) {
  const host = await gatehouse.pidOfService(sandboxHost);
  assert.ok(host !== null, 'no sandbox host runs');
  process.kill(host, 'SIGKILL');
  await until(async () => !fs.existsSync(`/proc/${host}`) || null);
  // Until its end is noticed, a program would start without a network.
  await until(async () => ((await gatehouse.pidOfService(sandboxHost)) === null ? true : null));
  const version = ['npm', 'view', 'typescript@5.8.3', 'version', ...registryOptions(ctx)];
  assert.equal((await agent.runs(path.join(work, 'ts'), version)).trim(), '5.8.3');
  const again = await gatehouse.pidOfService(sandboxHost);
  assert.ok(again !== null && again !== host, 'the sandbox host was not started again');
}

/** @param {Place} place */
async function manySessions({ ctx, gatehouse }) {
  const folders = path.join(ctx.home, 'many');
  const workers = [];
  for (let at = 0; at < clients; at += 1)
    workers.push(await sessionsOf(gatehouse, `many-${at}`, path.join(folders, String(at))));
  const began = performance.now();
  const answers = await Promise.all(workers.flatMap(({ runAll }) => runAll()));
  const ms = Math.round(performance.now() - began);
  for (const { expected, stdout } of answers) assert.equal(stdout, expected);
  await Promise.all(workers.map(({ agent }) => agent.close()));
  return `${answers.length} commands in ${ms} ms, each with a /tmp and a port of its own`;
}

/** One client with a session and parts of it, each for a folder. @param {Gatehouse} gatehouse @param {string} name @param {string} root */
async function sessionsOf(gatehouse, name, root) {
  const agent = await sandboxAgent(gatehouse, name);
  const places = Array.from({ length: partsEach }, (_, at) => path.join(root, `part-${at}`));
  for (const place of places) fs.mkdirSync(place, { recursive: true });
  const scopes = ['run:commands', 'read:files', 'write:files'];
  const accessArgs = { scopes, reason: 'to work side by side' };
  const { session_id } = await agent.succeeds('request_access', { ...accessArgs, roots: [root] });
  for (const place of places)
    await agent.succeeds('request_access', {
      ...{ ...accessArgs, roots: [place], parent_session_id: session_id },
    });
  // The same port in all of them, and the same name in /tmp.
  const script = `
    const fs = require('fs');
    const mine = process.argv[1];
    if (fs.existsSync('/tmp/mine')) throw new Error('not mine: ' + fs.readFileSync('/tmp/mine'));
    fs.writeFileSync('/tmp/mine', mine);
    require('http').createServer((_, out) => out.end(mine)).listen(7000, '127.0.0.1', async () => {
      await new Promise((resolve) => setTimeout(resolve, 500));
      const told = await (await fetch('http://127.0.0.1:7000/')).text();
      console.log(told, fs.readFileSync('/tmp/mine', 'utf8'));
      process.exit(0);
    });`;
  return {
    agent,
    runAll: () =>
      places.map(async (place) => ({
        expected: `${place} ${place}\n`,
        stdout: await agent.runs(place, ['node', '-e', script, place]),
      })),
  };
}

/** The person ends all sessions. @param {Place} place @param {Leftovers} left */
async function nothingLeft({ gatehouse }, left) {
  const page = await gatehouse.openMainWindow();
  await page.getByRole('button', { name: /^Sessions/ }).click();
  const seen = left.seenInSessions;
  assert.ok(seen > clients * partsEach, `only ${seen} processes were seen in sessions`);
  await page.getByRole('button', { name: 'Revoke all' }).click();
  await page.getByRole('button', { name: /^Revoke \d+/ }).click();
  await page.getByText('No active sessions').waitFor();
  const all = () => [...left.inSessions(), ...left.mounts(), ...left.temporary()];
  assert.deepEqual(await untilNothing(all, goneMs), []);
  assert.deepEqual(await untilNothing(() => privateFolders(gatehouse.dataDir), goneMs), []);
  return `${seen} processes were seen in sessions`;
}

/** @param {Place} place @param {Leftovers} left */
async function killed({ gatehouse, agent, work }, left) {
  const reason = 'to be cut off';
  await agent.succeeds('request_access', { scopes: workScopes, roots: [work], reason });
  const { terminal_id } = await agent.succeeds('open_terminal', { cwd: work });
  await agent.succeeds('send_input', {
    terminal_id,
    data: 'setsid sleep 5000 & echo up-$((1+1))\n',
  });
  await until(async () => {
    const { data } = await agent.succeeds('get_output', { terminal_id });
    return String(data).includes('up-2') || null;
  });
  const script = 'setsid sleep 5000 & sleep 5000';
  const running = agent.call('exec_command', { argv: ['sh', '-c', script], cwd: work });
  running.catch(() => undefined);
  const sleeping = () => left.inSessions().filter((line) => line.endsWith('sleep 5000')).length;
  await until(async () => sleeping() >= 3 || null);
  gatehouse.kill();
  const all = () => [...left.processes(), ...left.mounts(), ...left.temporary()];
  assert.deepEqual(await untilNothing(all, goneMs), []);
  await agent.close().catch(() => undefined);
}

/** @template T @param {() => Promise<T | null>} find @returns {Promise<T>} */
async function until(find, atMostMs = 60_000) {
  const end = performance.now() + atMostMs;
  for (;;) {
    const found = await find();
    if (found !== null) return found;
    if (performance.now() > end)
      throw new Error(`not within ${atMostMs / 1000} s: ${String(find)}`);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}
