// Real agents whose own tools pass the gate, each driven by a scripted model. A no stops the tool and the
// model reads why; a yes runs it without a prompt of the agent; sub-agents and tools of other MCP servers
// are asked about, too; and without an answer nothing runs.
import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { loadHooks, nativeClients, nativeNeeds } from './lib/native-clients.mjs';
import { answeredWhile } from './lib/native-person.mjs';
import { toItsEnd } from './lib/walk.mjs';

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {import('./lib/model-words.mjs').Step} Step */
/** @typedef {import('./lib/native-clients.mjs').NativeClient} NativeClient */
/** @typedef {import('./lib/native-clients.mjs').NextStep} NextStep */
/** @typedef {Awaited<ReturnType<typeof startGatehouse>>} Gatehouse */

export const needs = nativeNeeds;
export const allowScripts = ['opencode-ai'];
export const timeoutMs = 30 * 60_000;

/** @param {World} ctx */
export async function run(ctx) {
  await loadHooks(ctx);
  const wanted = ctx.env.GATEHOUSE_NATIVE_CLIENTS?.split(',');
  const all = nativeClients(ctx);
  const clients = all.filter(({ id }) => wanted?.includes(id) ?? true);
  const left = all.filter((client) => !clients.includes(client)).map(({ id }) => id);
  if (left.length > 0)
    ctx.log(`not run: ${left.join(', ')} (GATEHOUSE_NATIVE_CLIENTS names others)`);
  const session = await openSession(ctx);
  try {
    for (const client of clients) await withAnswers(session, client);
    session.gatehouse.kill();
    for (const client of clients) await withoutApp(session, client);
    for (const client of clients) await withoutBridge(session, client);
  } finally {
    session.model.close();
    await session.gatehouse.close().catch(() => undefined);
  }
}

/** @param {World} ctx */
async function openSession(ctx) {
  /** @type {{ main: NextStep[], sub: NextStep[] }} */
  const script = { main: [], sub: [] };
  const model = await startFakeModel((_offered, results, request) =>
    stepAt(isOfSubAgent(request) ? script.sub : script.main, results),
  );
  const gatehouse = await startGatehouse(ctx);
  const launch = {
    program: process.execPath,
    args: [path.join(ctx.repo, 'bin/gatehouse.mjs')],
    env: { GATEHOUSE_DATA_DIR: gatehouse.dataDir },
  };
  return { ctx, model, script, gatehouse, launch };
}

/** @typedef {Awaited<ReturnType<typeof openSession>>} Session */

/** @param {NextStep[]} steps @param {unknown[]} results @returns {Step | undefined} */
function stepAt(steps, results) {
  const step = steps[results.length];
  return typeof step === 'function' ? step(JSON.stringify(results)) : step;
}

const isOfSubAgent = (/** @type {string} */ request) =>
  request.includes('SUB-TASK') && !request.includes('MAIN-TASK');

/**
 * Lets the client follow the script in a new project.
 * @param {Session} session @param {NativeClient} client
 * @param {(file: (name: string) => string) => { main: NextStep[], sub?: NextStep[] }} stepsFor
 */
function start({ ctx, model, script }, client, stepsFor) {
  const project = fs.mkdtempSync(path.join(ctx.home, `${client.id}-`));
  const { main, sub = [] } = stepsFor((name) => path.join(project, name));
  script.main = main;
  script.sub = sub;
  const { program, args, env } = client.start(model.url);
  const more = sub.length > 0 ? (client.forOthers ?? []) : [];
  const working = toItsEnd(program, [...args, ...more], { cwd: project, env, timeout: 120_000 });
  const made = () => fs.readdirSync(project).filter((name) => !name.startsWith('.'));
  return { project, working, made };
}

/** @param {Session} session @param {NativeClient} client */
async function withAnswers(session, client) {
  const { ctx, gatehouse, model, launch } = session;
  const key = gatehouse.newKey(client.id);
  const keys = path.join(gatehouse.dataDir, 'stdio-keys');
  fs.mkdirSync(keys, { recursive: true, mode: 0o700 });
  fs.writeFileSync(path.join(keys, `${client.id}.key`), key, { mode: 0o600 });
  client.configure({ home: ctx.home, modelUrl: model.url, launch });

  const no = start(session, client, (file) => ({ main: [client.shell(file('ran'))] }));
  const denied = await answeredWhile(gatehouse.askPage, no.working, () => ({
    deny: 'not on a Friday',
  }));
  const denial = `${denied.ended.output}\n${model.seen.slice(-5).join('\n')}`;
  assert.deepEqual(no.made(), [], denial);
  assert.equal(denied.asks.length, 1, denial);
  assert.match(denied.ended.output, /not on a Friday/, 'the model does not read the reason');
  ctx.log(`${client.name}: a no stops the command, and the model reads the reason`);

  const yes = start(session, client, (file) => ({
    main: [client.shell(file('ran')), client.edit(file('edited.txt'))],
  }));
  const allowed = await answeredWhile(gatehouse.askPage, yes.working, () => ({ allow: true }));
  const shown = [allowed.ended.output, ...allowed.asks].join('\n----\n');
  assert.deepEqual(yes.made(), ['edited.txt', 'ran'], shown);
  // Access to the folder, with the command in it; and the command itself, as it runs outside the sandbox.
  assert.ok(allowed.asks.length <= 2, allowed.asks.join('\n----\n'));
  assert.match(allowed.asks[0] ?? '', /with its own \w+ tool/);
  assert.deepEqual(await outcomes(session, client), ['native_command done', 'native_edit done']);
  ctx.log(`${client.name}: one yes runs a command and an edit, without a prompt of its own`);

  const more = start(session, client, (file) => ({
    main: [client.mcp(file('touched')), ...client.subAgent],
    sub: [client.shell(file('by-sub-agent'))],
  }));
  const others = await answeredWhile(gatehouse.askPage, more.working, () => ({ allow: true }));
  assert.deepEqual(
    more.made(),
    ['by-sub-agent', 'touched'],
    `${others.ended.output}\n${model.seen.slice(-5).join('\n')}`,
  );
  assert.deepEqual((await outcomes(session, client)).slice(2), [
    'native_tool done',
    'native_command done',
  ]);
  ctx.log(`${client.name}: tools of other servers and of sub-agents are asked about and recorded`);
}

/** Outcomes of its own tools, but refused ones. @param {Session} session @param {NativeClient} client */
async function outcomes({ gatehouse }, { id }) {
  const found = () =>
    gatehouse
      .ledger()
      .filter(({ actor, action }) => actor === id && action.startsWith('native_'))
      .filter(({ phase, result }) => phase === 'outcome' && result !== 'refused')
      .map(({ action, result }) => `${action} ${result}`);
  return found();
}

/** @param {Session} session @param {NativeClient} client */
async function withoutApp(session, client) {
  const { ctx, model, launch } = session;
  client.configure({ home: ctx.home, modelUrl: model.url, launch });
  const { output } = await nothingRan(session, client, 'the app is gone');
  assert.match(output, client.hidesStderr ? /hook exited with code 2/ : /Gatehouse/, output);
  ctx.log(`${client.name}: nothing runs while Gatehouse does not`);
}

/** What can stand in the place of the bridge; `sh` is given the words of the hook, which it does not use. */
const standIns = {
  missing: { program: '/nowhere/gatehouse', args: [] },
  'failing without a word': { program: '/bin/sh', args: ['-c', 'exit 1'] },
  'killed by a signal': { program: '/bin/sh', args: ['-c', 'kill -9 $$'] },
  'printing garbage': { program: '/bin/sh', args: ['-c', 'echo maybe'] },
  'not answering in time': { program: '/bin/sh', args: ['-c', 'sleep 600'] },
};

/** @param {Session} session @param {NativeClient} client */
async function withoutBridge(session, client) {
  const { ctx, model } = session;
  for (const [what, { program, args }] of Object.entries(standIns)) {
    const setup = { home: ctx.home, modelUrl: model.url, launch: { program, args, env: {} } };
    const isSlow = what === 'not answering in time';
    client.configure({ ...setup, ...(isSlow ? { timeoutSeconds: 2 } : {}) });
    if (!client.opensOn.includes(what)) await nothingRan(session, client, `the bridge is ${what}`);
  }
  // The installed hook has a limit of a day, and the bridge denies the call by itself before that.
  if (client.opensOn.length > 0)
    ctx.log(`${client.name}: not stopped by a bridge that is ${client.opensOn.join(', or ')}`);
  ctx.log(`${client.name}: nothing runs without a clear answer of the bridge`);
}

/** @param {Session} session @param {NativeClient} client @param {string} why */
async function nothingRan(session, client, why) {
  const { working, made } = start(session, client, (file) => ({
    main: [client.shell(file('ran')), client.edit(file('edited.txt')), client.mcp(file('touched'))],
  }));
  const { output } = await working;
  assert.deepEqual(made(), [], `${client.name} ran it although ${why}\n${output}`);
  return { output };
}
