// The walk every real client takes: it connects, asks for access, a person clicks in the real ask
// window, it reads a file through the gate, and the ledger has every step.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { startFakeModel } from './fake-model.mjs';
import { startGatehouse } from './gatehouse.mjs';

/** @typedef {{ name: string, home: string, electron: string, repo: string, env: NodeJS.ProcessEnv,
 *   binDir(name: string): string, log(...words: unknown[]): void }} World */
/** @typedef {{ project: string, mcpUrl: string, key: string, modelUrl: string,
 *   gatehouse: Awaited<ReturnType<typeof startGatehouse>> }} Place */
/** @typedef {{ code: number, output: string }} Ran */

/**
 * @param {World} ctx
 * @param {{ name: string, run(place: Place): Promise<Ran> }} client `run` tells it to read the greeting
 */
export async function walk(ctx, { name, run }) {
  const project = path.join(ctx.home, 'project');
  fs.mkdirSync(project);
  const file = path.join(project, 'greeting.txt');
  fs.writeFileSync(file, 'the word is halberd\n');
  const gatehouse = await startGatehouse(ctx);
  const accessArgs = { scopes: ['read:files'], roots: [project], reason: 'to read the greeting' };
  const model = await startFakeModel([
    { tool: 'request_access', args: accessArgs },
    { tool: 'open_file', args: { path: file } },
  ]);
  try {
    const { mcpUrl } = gatehouse;
    const key = gatehouse.newKey(name);
    const working = run({ project, mcpUrl, key, modelUrl: model.url, gatehouse });
    const { code, output } = await clickedWhile(working, gatehouse, model.seen);
    const said = `${output}\n${model.seen.join('\n')}`;
    assert.equal(code, 0, said);
    assert.match(output, /the word is halberd/, said);
    assert.deepEqual(stepsOf(gatehouse, name), [
      'request_access intent',
      'request_access decision allow',
      'request_access outcome done',
      'open_file intent',
      'open_file decision allow',
      'open_file outcome done',
    ]);
    ctx.log(`${name}: asked, was let in by a click, read the file`);
  } finally {
    model.close();
    await gatehouse.close();
  }
}

/**
 * A client that ends without ever asking must not keep the person waiting.
 * @param {Promise<Ran>} working @param {Place['gatehouse']} gatehouse @param {string[]} seen
 */
export async function clickedWhile(working, gatehouse, seen) {
  const ended = working.then(({ output }) => {
    throw new Error(`it ended without being let in: ${output}\n${seen.join('\n')}`);
  });
  ended.catch(() => undefined);
  await Promise.race([gatehouse.allowNextAsk(), ended]);
  return working;
}

/** @param {Place['gatehouse']} gatehouse @param {string} name */
const stepsOf = (gatehouse, name) =>
  gatehouse
    .ledger()
    .filter((line) => line.actor === name && line.phase !== 'note')
    .map((line) => `${line.action} ${line.phase} ${line.result ?? ''}`.trim());

/**
 * Runs a program to its end, with nothing on its stdin.
 * @param {string} program @param {string[]} args @param {{ cwd: string, env: NodeJS.ProcessEnv, timeout?: number }} options
 * @returns {Promise<Ran>}
 */
export async function toItsEnd(program, args, options) {
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => (output += chunk));
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

/** @param {string} file @param {object} content */
export function writeJson(file, content) {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  fs.writeFileSync(file, JSON.stringify(content, null, 2));
  return file;
}
