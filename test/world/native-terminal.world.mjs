// The terminal interface of the real Claude Code on a pty, with a scripted model: the user answers in our
// window, or interrupts in the terminal, and whichever comes first counts.
import { spawn } from '@lydell/node-pty';
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { claudeCode, loadHooks, nativeNeeds } from './lib/native-clients.mjs';
import { answeredWhile } from './lib/native-person.mjs';

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {import('./lib/native-clients.mjs').NativeClient} NativeClient */
/** @typedef {Awaited<ReturnType<typeof openSession>>} Session */
/**
 * @typedef {object} Interface
 * @property {NativeClient} client
 * @property {string[]} args
 * @property {RegExp} ownDialog its own question, without blanks
 * @property {(home: string, project: string) => void} trust as the user would at its first start
 */

export const needs = {
  '@anthropic-ai/claude-code': nativeNeeds['@anthropic-ai/claude-code'],
};
export const timeoutMs = 15 * 60_000;

const task = 'MAIN-TASK go';
const reason = 'not on a Friday';
const withoutBlanks = (/** @type {string} */ text) => text.replaceAll(/\s/g, '');

/** @param {World} ctx */
export async function run(ctx) {
  await loadHooks(ctx);
  const session = await openSession(ctx);
  try {
    for (const one of interfaces(ctx)) await walk(session, one);
  } finally {
    session.model.close();
    await session.gatehouse.close();
  }
}

/** @param {World} ctx @returns {Interface[]} */
const interfaces = (ctx) => [
  {
    client: claudeCode(ctx),
    args: [task],
    ownDialog: /Doyouwantto(proceed|create|make)/,
    trust(home, project) {
      const file = path.join(home, '.claude.json');
      const { projects = {}, ...rest } = JSON.parse(fs.readFileSync(file, 'utf8'));
      const trusted = { ...projects, [project]: { hasTrustDialogAccepted: true } };
      fs.writeFileSync(file, JSON.stringify({ ...rest, projects: trusted }));
    },
  },
];

/** @param {Session} session @param {Interface} one */
async function walk(session, one) {
  const { ctx, gatehouse, model, launch } = session;
  const { client } = one;
  const keys = path.join(gatehouse.dataDir, 'stdio-keys');
  fs.mkdirSync(keys, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(keys, `${client.id}.key`), gatehouse.newKey(client.id), {
    mode: 0o600,
  });
  client.configure({ home: ctx.home, modelUrl: model.url, launch });
  await denied(session, one);
  ctx.log(`${client.name}, terminal interface: a no in our window stops the command`);
  await allowed(session, one);
  ctx.log(`${client.name}: a yes in our window runs it, and nothing is typed into the terminal`);
  await interrupted(session, one);
  ctx.log(`${client.name}: Escape in the terminal withdraws our question, and nothing runs`);
}

/** @param {World} ctx */
async function openSession(ctx) {
  const script = {
    next: /** @type {import('./lib/model-words.mjs').Step | undefined} */ (undefined),
  };
  const model = await startFakeModel((_offered, results, request) =>
    results.length === 0 && request.includes(task) ? script.next : undefined,
  );
  const gatehouse = await startGatehouse(ctx);
  const launch = {
    program: process.execPath,
    args: [path.join(ctx.repo, 'bin/gatehouse.mjs')],
    env: { GATEHOUSE_DATA_DIR: gatehouse.dataDir },
  };
  return { ctx, script, model, gatehouse, launch };
}

/**
 * In a new project, which the user trusts.
 * @param {Session} session @param {Interface} one
 */
function startInTerminal({ ctx, script, model }, { client, args, trust }) {
  const project = fs.realpathSync(fs.mkdtempSync(path.join(ctx.home, 'terminal-')));
  trust(ctx.home, project);
  const file = path.join(project, 'ran');
  script.next = client.shell(file);
  const { program, env } = client.start(model.url);
  const pty = spawn(program, args, {
    ...{ cwd: project, cols: 120, rows: 40, name: 'xterm-256color' },
    env: { ...env, TERM: 'xterm-256color' },
  });
  let written = '';
  pty.onData((piece) => {
    written += piece;
    // As a terminal answers: where the cursor is, and what it can do.
    if (piece.includes('\u001B[6n')) pty.write('\u001B[1;1R');
    if (piece.includes('\u001B[c')) pty.write('\u001B[?62c');
  });
  const ended = new Promise((resolve) => pty.onExit(resolve));
  return {
    pty,
    shown: () => withoutBlanks(stripVTControlCharacters(written)),
    hasRun: () => fs.existsSync(file),
    async end() {
      pty.kill('SIGKILL');
      await ended;
    },
  };
}

/** @param {() => boolean | Promise<boolean>} isSo @param {() => string} what @param {number} [ms] */
async function until(isSo, what, ms = 90_000) {
  const end = Date.now() + ms;
  while (!(await isSo())) {
    if (Date.now() > end) throw new Error(what());
    await sleep(100);
  }
}

/** How its commands ended, by the ledger. @param {Session} session @param {Interface} one */
const outcomes = ({ gatehouse }, { client }) =>
  gatehouse
    .ledger()
    .filter(({ actor, action }) => actor === client.id && action === 'native_command')
    .filter(({ phase }) => phase === 'outcome')
    .map(({ result }) => result);

/** @param {Session} session @param {Interface} one */
async function denied(session, one) {
  const terminal = startInTerminal(session, one);
  const sawReason = () => session.model.seen.some((request) => request.includes(reason));
  const working = until(
    () => sawReason() || terminal.shown().includes(withoutBlanks(reason)),
    terminal.shown,
  );
  const { asks } = await answeredWhile(session.gatehouse.askPage, working, () => ({
    deny: reason,
  }));
  assert.equal(asks.length, 1, asks.join('\n----\n'));
  assert.ok(!terminal.hasRun(), terminal.shown());
  assert.doesNotMatch(terminal.shown(), one.ownDialog);
  await terminal.end();
}

/**
 * Claude Code may draw its own dialog until our second hook has answered; nobody answers it.
 * @param {Session} session @param {Interface} one
 */
async function allowed(session, one) {
  const terminal = startInTerminal(session, one);
  const isDone = () => terminal.hasRun() && outcomes(session, one).includes('done');
  const working = until(isDone, terminal.shown);
  const { asks } = await answeredWhile(session.gatehouse.askPage, working, () => ({ allow: true }));
  assert.ok(asks.length > 0 && asks.length <= 2, asks.join('\n----\n'));
  await terminal.end();
}

/** @param {Session} session @param {Interface} one */
async function interrupted(session, one) {
  const form = session.gatehouse.askPage.locator('main.ask');
  const terminal = startInTerminal(session, one);
  await form.waitFor({ timeout: 90_000 });
  terminal.pty.write('\u001B');
  const isGone = async () => !(await form.isVisible());
  await until(isGone, () => `our question stays\n${terminal.shown()}`, 30_000);
  await sleep(2_000);
  assert.ok(!terminal.hasRun(), terminal.shown());
  await terminal.end();
}
