// Agents' own tools under the gate: what a hook costs over the bare start of the same Node, measured in
// turns, and how often a native task of 100 calls asks the user.
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { median, round, spread } from './lib/figures.mjs';

const rounds = 25;
const mostOverheadMs = 60;
const mostAsks = 3;

/** @param {{ electron: string, env: NodeJS.ProcessEnv, report: (figure: object) => void }} tools */
export async function run({ electron, env, report }) {
  const root = fs.realpathSync(fs.mkdtempSync(path.join(os.tmpdir(), 'gatehouse-harbour-')));
  makeProject(root);
  const app = spawn(electron, [path.resolve('bench/lib/native-app.ts')], {
    env: { ...env, ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  try {
    const [line] = await once(
      createInterface({ input: /** @type {NodeJS.ReadableStream} */ (app.stdout) }),
      'line',
    );
    const { dataDir } = JSON.parse(line);
    const agent = new Agent(root, dataDir);
    await playTask(agent, root);
    const asking = once(app, 'message');
    app.send({});
    const [{ asked }] = await asking;
    for (const one of asked) console.log(`  asked: ${one}`);
    report({
      name: 'asks of a native task',
      ours: `${asked.length} of ${agent.calls} calls`,
      ...{ target: mostAsks, ok: asked.length <= mostAsks },
    });
    for (const denied of agent.denied) console.log(`  denied: ${denied}`);
    report({
      name: 'calls denied',
      ours: agent.denied.length,
      target: 0,
      ok: agent.denied.length === 0,
    });
    report(await roundTrips(agent));
  } finally {
    app.kill();
    fs.rmSync(root, { recursive: true, force: true });
  }
}

/** @param {Agent} agent */
async function roundTrips(agent) {
  /** @type {number[]} */
  const bridge = [];
  /** @type {number[]} */
  const bare = [];
  for (let n = -3; n < rounds; n += 1) {
    const began = performance.now();
    await started(['-e', '0'], '', {});
    const between = performance.now();
    await agent.before('Bash', { command: 'ls src' });
    const ended = performance.now();
    if (n < 0) continue;
    bare.push(between - began);
    bridge.push(ended - between);
  }
  const over = bridge.map((ms, at) => ms - (bare[at] ?? 0));
  return {
    name: 'hook over the bare start of Node, ms',
    ours: round(median(over)),
    ...{ target: mostOverheadMs, ok: median(over) <= mostOverheadMs, spread: spread(over) },
    theirs: `${round(median(bare))} bare, ${round(median(bridge))} hook`,
  };
}

/** @param {readonly string[]} args @param {string} input @param {NodeJS.ProcessEnv} more */
async function started(args, input, more) {
  const env = { PATH: process.env['PATH'], HOME: process.env['HOME'], ...more };
  const child = spawn(process.execPath, [...args], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.on('data', (bytes) => (stdout += bytes));
  child.stdin.on('error', () => undefined).end(input);
  const [code] = await once(child, 'close');
  return { code, stdout };
}

/** Claude Code, as far as its hooks show it. */
class Agent {
  calls = 0;
  /** @type {string[]} */
  denied = [];
  #root;
  #dataDir;

  /** @param {string} root @param {string} dataDir */
  constructor(root, dataDir) {
    this.#root = root;
    this.#dataDir = dataDir;
  }

  /** @param {string} tool @param {object} input */
  async before(tool, input) {
    return this.#hook({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input });
  }

  /** A whole call: asked, carried out, reported. @param {string} tool @param {object} input @param {() => void} [act] */
  async call(tool, input, act = () => undefined) {
    this.calls += 1;
    const id = `toolu_${this.calls}`;
    const about = { tool_name: tool, tool_input: input, tool_use_id: id };
    const { code, stdout } = await this.#hook({ hook_event_name: 'PreToolUse', ...about });
    if (code !== 0 || !stdout.includes('"allow"'))
      return void this.denied.push(`${JSON.stringify(input).slice(0, 100)} ${stdout}`);
    act();
    await this.#hook({ hook_event_name: 'PostToolUse', ...about, tool_response: {} });
  }

  /** @param {object} event */
  #hook(event) {
    const from = { session_id: 'bench', transcript_path: '/t', cwd: this.#root };
    const args = [
      path.resolve('bin/gatehouse.mjs'),
      'hook',
      'claude-code',
      '--data-dir',
      this.#dataDir,
    ];
    return started(args, JSON.stringify({ ...from, permission_mode: 'default', ...event }), {});
  }
}

/** @param {string} root */
function makeProject(root) {
  fs.mkdirSync(path.join(root, 'src'));
  execFileSync('git', ['init', '--quiet', root], {
    env: { PATH: process.env['PATH'], HOME: root },
  });
  fs.writeFileSync(path.join(root, 'package.json'), '{"scripts":{"test":"node --test"}}\n');
  for (let n = 0; n < 10; n += 1) fs.writeFileSync(path.join(root, `src/a${n}.ts`), 'old line\n');
}

/** Ten rounds of look, change, test and commit, as coding agents work. @param {Agent} agent @param {string} root */
async function playTask(agent, root) {
  for (let n = 0; n < 10; n += 1) {
    const file = path.join(root, `src/a${n}.ts`);
    const made = path.join(root, `src/b${n}.ts`);
    const content = `export const b${n} = ${n};\n`;
    await agent.call('Bash', { command: `cat src/a${n}.ts` });
    await agent.call('Bash', { command: `grep -rn "old line" src | head -20` });
    await agent.call(
      'Edit',
      { file_path: file, old_string: 'old line', new_string: `new ${n}` },
      () => fs.writeFileSync(file, `new ${n}\n`),
    );
    await agent.call('Write', { file_path: made, content }, () => fs.writeFileSync(made, content));
    await agent.call('Bash', { command: 'git status --short' });
    await agent.call('Bash', { command: 'git diff --stat' });
    await agent.call('Bash', { command: n % 2 === 0 ? 'npm test' : 'npm test 2>&1 | tail -30' });
    await agent.call('Bash', { command: 'ls -la src && wc -l src/a0.ts' });
    await agent.call('Bash', { command: 'git add -A' });
    await agent.call('Bash', { command: `git commit -q -m "Change a${n}"` });
  }
}
