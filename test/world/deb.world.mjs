// The life of the .deb in a clean Debian 12: installed by apt with only what it depends on, started by an
// ordinary user with Chromium's sandbox and bubblewrap, a call approved by a click on the screen, upgraded over
// an older version with data, removed. The packages are made by Debian's dpkg-deb and not compressed.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { openCleanDebian } from './lib/clean-debian.mjs';
import { clickAllow } from './lib/click-on-screen.mjs';

export const programs = ['mmdebstrap', 'dpkg-deb', 'xdotool'];
/** Has xwd. */
export const libraries = ['x11-apps'];
export const timeoutMs = 25 * 60_000;

const execute = promisify(execFile);
const [OLD, NEW] = ['0.0.8', '0.0.9'];
const client = 'desk';
/** Those whose renderers have no filter of system calls, or are where the user is, are not in a sandbox. */
const renderers = `for p in /proc/[0-9]*; do
  if tr '\\0' ' ' < $p/cmdline 2>/dev/null | grep -q -e '--type=rendere[r]'; then
    if grep -q '^Seccomp:.2$' $p/status && [ "$(readlink $p/ns/user)" != "$(readlink /proc/self/ns/user)" ]
    then echo sandboxed; else echo open; fi
  fi
done`;

/** @typedef {Awaited<ReturnType<typeof openCleanDebian>>} Debian */
/** @typedef {import('./lib/walk.mjs').World} World */

/** @param {World} ctx */
export async function run(ctx) {
  if (process.platform !== 'linux' || process.getuid?.() !== 0)
    return ctx.log('not tried: a clean root can only be made by root, on Linux');
  const packages = await packagesOf(ctx);
  const debian = await openCleanDebian(ctx);
  try {
    for (const file of packages) fs.copyFileSync(file, path.join(debian.root, path.basename(file)));
    await install(debian, OLD);
    ctx.log(`${OLD} installed with what it depends on`);
    await firstStart(debian, ctx);
    await install(debian, NEW);
    await secondStart(debian, ctx);
    await remove(debian, ctx);
  } finally {
    await debian.close();
  }
}

/** @param {World} ctx */
async function packagesOf({ repo, env, home, log }) {
  const made = [];
  for (const version of [OLD, NEW]) {
    const args = ['scripts/dist.mjs', '--unreleasable', '--targets=deb', `--as-version=${version}`];
    const own = { ...env, GATEHOUSE_DEB_UNCOMPRESSED: '1' };
    await execute(process.execPath, args, { cwd: repo, env: own, maxBuffer: 2 ** 26 });
    const name = `gatehouse_${version}_amd64.deb`;
    fs.renameSync(path.join(repo, 'release/unreleasable', name), path.join(home, name));
    made.push(path.join(home, name));
  }
  log(`packed ${OLD} and ${NEW}`);
  return made;
}

/** @param {Debian} debian @param {string} version */
async function install(debian, version) {
  await debian.asRoot('apt-get', '-q', 'update');
  const file = `/gatehouse_${version}_amd64.deb`;
  await debian.asRoot('apt-get', '-q', 'install', '-y', '--no-install-recommends', file);
  const status = await debian.asRoot('dpkg-query', '-W', '-f', '${Version}', 'gatehouse');
  assert.equal(status, version);
}

/** @param {Debian} debian @param {World} ctx */
async function firstStart(debian, ctx) {
  for (const file of ['usr/share/applications/gatehouse.desktop', 'usr/bin/bwrap'])
    assert.ok(debian.has(file), file);
  const autostart = `${debian.home}/.config/autostart/gatehouse.desktop`;
  const project = `${debian.home}/project`;
  await debian.asUser('mkdir', project);
  await debian.asUser('sh', '-c', `echo 'the word is halberd' > ${project}/greeting.txt`);
  const app = await startApp(debian, OLD);
  assert.ok(!debian.has(autostart), 'autostart is off');
  assert.match(await approvedCall(debian, app, ctx), /the word is halberd/);
  ctx.log('an ordinary user started it; access was allowed by a click, and a file was read');
  const states = (await debian.asRoot('sh', '-c', renderers)).trim().split('\n');
  assert.ok(states.every((state) => state === 'sandboxed') && states.length > 0, states.join());
  const checks = await debian.asUser(...app.env, 'gatehouse', 'doctor');
  assert.match(checks, /^ok +sandbox +bubblewrap/m);
  assert.match(checks, /^look +session bus/m);
  ctx.log(`${states.length} renderers in Chromium's sandbox; doctor finds bubblewrap working`);
  await app.quit();
}

/** @param {Debian} debian @param {World} ctx */
async function secondStart(debian, ctx) {
  const ledger = `${debian.home}/data/audit/000001.jsonl`;
  const key = `${debian.home}/data/install.key`;
  const [before, keyBefore] = [debian.read(ledger), debian.read(key)];
  const app = await startApp(debian, NEW);
  const keys = JSON.parse(await debian.asUser(...app.env, 'gatehouse', 'keys', 'list', '--json'));
  assert.match(JSON.stringify(keys), new RegExp(`"name":"${client}"`));
  assert.match(await approvedCall(debian, app, ctx), /the word is halberd/);
  const checked = await debian.asUser(...app.env, 'gatehouse', 'doctor');
  assert.match(checked, /^ok +ledger/m);
  await app.quit();
  const after = debian.read(ledger);
  assert.ok(after.startsWith(before), 'what was on record is still there');
  assert.ok(after.slice(before.length).includes(`version ${NEW}`));
  assert.equal(debian.read(key), keyBefore);
  ctx.log(
    `${NEW} was installed over ${OLD}: same keys, same ledger, another call allowed by a click`,
  );
}

/** @param {Debian} debian @param {World} ctx */
async function remove(debian, ctx) {
  await debian.asRoot('apt-get', '-q', 'remove', '-y', 'gatehouse');
  const gone = [
    'opt/Gatehouse',
    'usr/bin/gatehouse',
    'etc/apparmor.d/gatehouse',
    'usr/share/applications/gatehouse.desktop',
  ];
  for (const file of gone) assert.ok(!debian.has(file), `${file} is left`);
  assert.ok(debian.has(`${debian.home}/data/audit/000001.jsonl`));
  ctx.log('removed; the data of the user is left');
}

/** @param {Debian} debian @param {string} version */
async function startApp(debian, version) {
  const data = `${debian.home}/data`;
  const env = ['env', `GATEHOUSE_DATA_DIR=${data}`, 'GATEHOUSE_PORT=0'];
  const { child, said } = debian.start(...env, 'gatehouse', '--no-window');
  const isThere = () => {
    const end = child.exitCode ?? child.signalCode;
    if (end !== null) throw new Error(`the app ended with ${end}: ${said().slice(-2_000)}`);
    return debian.has(`${data}/gatehouse.json`);
  };
  await until(isThere, 'the app has started');
  const running = JSON.parse(debian.read(`${data}/gatehouse.json`));
  assert.equal(running.version, version);
  return {
    env,
    async quit() {
      await debian.asRoot('kill', String(running.pid));
      await until(() => child.exitCode !== null, 'the app has ended');
      assert.ok(!debian.has(`${data}/gatehouse.json`));
    },
  };
}

/**
 * An agent of the same user, over `gatehouse stdio` of the package.
 * @param {Debian} debian @param {Awaited<ReturnType<typeof startApp>>} app @param {World} ctx
 */
async function approvedCall(debian, app, ctx) {
  const agent = new Client({ name: client, version: '1' });
  const words = [...app.env, 'gatehouse', 'stdio', '--client', client];
  await agent.connect(new StdioClientTransport(debian.userCommand(...words)));
  const folder = `${debian.home}/project`;
  const access = { scopes: ['read:files'], roots: [folder], reason: 'to read the greeting' };
  const long = { timeout: 150_000 };
  const asked = agent.callTool({ name: 'request_access', arguments: access }, undefined, long);
  const [title] = await Promise.all([clickAllow(ctx.env), asked]);
  ctx.log(`clicked in the window “${title}”`);
  const open = { name: 'open_file', arguments: { path: `${folder}/greeting.txt` } };
  const read = await agent.callTool(open, undefined, long);
  await agent.close();
  return JSON.stringify(read);
}

/** @param {() => boolean} holds @param {string} what */
async function until(holds, what) {
  const giveUpAt = performance.now() + 120_000;
  while (!holds()) {
    if (performance.now() > giveUpAt) throw new Error(`not in two minutes: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
