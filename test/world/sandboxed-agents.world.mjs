// Claude Code, Codex and OpenCode inside the sandbox, by `gatehouse run`, each with a scripted model: a
// task in the folder, a look outside, a change of their own settings, a site that has to be asked about.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import net from 'node:net';
import path from 'node:path';
import { escapes } from './lib/agent-escapes.mjs';
import { startFakeModel } from './lib/fake-model.mjs';
import { startGatehouse } from './lib/gatehouse.mjs';
import { agreeToAll } from './lib/sandbox-person.mjs';

export const needs = {
  '@anthropic-ai/claude-code': '2.1.325',
  '@openai/codex': '0.166.0',
  'opencode-ai': '1.18.33',
};
export const allowScripts = ['opencode-ai'];
export const byDefault = true;
export const timeoutMs = 20 * 60_000;

/** @typedef {import('./lib/walk.mjs').World} World */
/** @typedef {{ project: string, secret: string, model: string, site: string }} Place */

/** What each is made to run by its own tool for commands, one line of output for each try. @param {Place} place */
const script = ({ project, secret, site }) =>
  [
    `echo done by the agent > ${project}/result.txt`,
    `cat ${secret} 2>&1 | sed 's/^/outside: /'`,
    `(echo x > ~/.claude/settings.json) 2>&1 | sed 's/^/settings: /'`,
    `(echo x > ~/.codex/config.toml) 2>&1 | sed 's/^/settings: /'`,
    `(echo x > ~/.config/opencode/opencode.json) 2>&1 | sed 's/^/settings: /'`,
    `curl -sS -m 60 ${site}/ 2>&1 | sed 's/^/site: /'`,
    `mkdir -p ${project}/.vscode && echo '{}' > ${project}/.vscode/tasks.json`,
  ].join('; ');

/**
 * How each is started, and which tool of its own runs a command.
 * @type {Record<string, { env(model: string): NodeJS.ProcessEnv, args(model: string): string[],
 *   step(command: string): { tool: string, args: object }, settings: string }>}
 */
const agents = {
  claude: {
    env: (model) => ({ ANTHROPIC_BASE_URL: model, ANTHROPIC_API_KEY: 'fake' }),
    args: () => ['-p', 'Do the task.', '--allowedTools=Bash'],
    step: (command) => ({ tool: 'Bash', args: { command, description: 'the task' } }),
    settings: '.claude/settings.json',
  },
  codex: {
    env: () => ({ OPENAI_API_KEY: 'fake' }),
    args: (model) => [
      ...['exec', '--skip-git-repo-check', '-c', 'model="fake"', '-c', 'model_provider="fake"'],
      ...[
        '-c',
        'model_providers.fake.name="fake"',
        '-c',
        'model_providers.fake.wire_api="responses"',
      ],
      ...['-c', `model_providers.fake.base_url="${model}/v1"`],
      ...['-c', 'model_providers.fake.env_key="OPENAI_API_KEY"', 'Do the task.'],
    ],
    // The person may take longer than its usual ten seconds.
    step: (command) => ({ tool: 'exec_command', args: { cmd: command, yield_time_ms: 30_000 } }),
    settings: '.codex/config.toml',
  },
  opencode: {
    env: (model) => ({
      OPENCODE_CONFIG_CONTENT: JSON.stringify({
        model: 'fake/fake',
        // Its own prompt about folders outside would keep the command from being tried.
        permission: { bash: 'allow', external_directory: 'allow' },
        provider: {
          fake: {
            npm: '@ai-sdk/openai-compatible',
            options: { baseURL: `${model}/v1`, apiKey: 'none' },
            models: { fake: { name: 'fake', tool_call: true } },
          },
        },
      }),
    }),
    args: () => ['run', 'Do the task.'],
    step: (command) => ({ tool: 'bash', args: { command, description: 'the task' } }),
    settings: '.config/opencode/opencode.json',
  },
};

/** @param {World} ctx */
export async function run(ctx) {
  if (process.platform !== 'linux') return ctx.log('left out: there is a sandbox on Linux only');
  const work = path.join(ctx.home, 'work');
  const secret = path.join(ctx.home, 'secret.txt');
  fs.mkdirSync(work);
  fs.writeFileSync(secret, 'the secret word\n');
  for (const { settings } of Object.values(agents)) {
    const file = path.join(ctx.home, settings);
    fs.mkdirSync(path.dirname(file), { recursive: true });
    fs.writeFileSync(file, `# the user's own ${settings}\n`);
  }
  const gatehouse = await startGatehouse(ctx);
  // What was held back stays in the trash.
  const person = agreeToAll(gatehouse.askPage, (text) => /tasks\.json|post-checkout/.test(text));
  const site = await startSite();
  const bin = programs(ctx);
  try {
    await hostile({ ctx, gatehouse, work });
    for (const name of Object.keys(agents)) {
      const project = path.join(work, name);
      fs.mkdirSync(project);
      await walk({ ctx, gatehouse, name, project, secret, site: site.url, bin, read: person.read });
    }
  } finally {
    await person.stop();
    site.close();
    await gatehouse.close();
  }
  return undefined;
}

/**
 * An agent that tries to get out; only what the host sees counts.
 * @param {{ ctx: World, gatehouse: Awaited<ReturnType<typeof startGatehouse>>, work: string }} place
 */
async function hostile({ ctx, gatehouse, work }) {
  const { home, env } = ctx;
  const project = path.join(work, 'hostile');
  const bin = path.join(home, 'hostile-bin');
  for (const folder of [project, bin, path.join(home, '.ssh')]) fs.mkdirSync(folder);
  fs.writeFileSync(path.join(home, '.ssh/id_rsa'), 'the secret key\n');
  fs.writeFileSync(path.join(work, 'other.txt'), 'the other project\n');
  const victim = spawn('sleep', ['600'], { env: { WORD: 'the secret variable' }, stdio: 'ignore' });
  const abstract = `gatehouse-escape-${process.pid}`;
  let reached = 0;
  const tcp = net.createServer(() => (reached += 1)).listen(0, '127.0.0.1');
  const unix = net.createServer(() => (reached += 1)).listen(`\0${abstract}`);
  const listeners = [tcp, unix];
  await Promise.all(listeners.map((one) => once(one, 'listening')));
  const { port } = /** @type {net.AddressInfo} */ (tcp.address());
  const { dataDir, mcpUrl } = gatehouse;
  const facts = { home, dataDir, project, port, abstract, ownPort: Number(new URL(mcpUrl).port) };
  const tried = escapes({ ...facts, victim: victim.pid ?? 0 });
  const lines = tried.map(([title, how], at) => {
    const text = Buffer.from(how).toString('base64');
    return `echo '${at + 1}. ${title}'; echo ${text} | base64 -d | timeout 20 bash 2>&1 | tail -n 2 | head -c 200; echo`;
  });
  const file = path.join(bin, 'claude');
  fs.writeFileSync(file, `#!/bin/bash\ntrap '' TERM\n${lines.join('\n')}\nexit 0\n`, {
    mode: 0o755,
  });
  const before = treeOf(home);
  const { code, output } = await toItsEnd(ctx, dataDir, {
    args: ['run', 'claude'],
    cwd: project,
    env: { ...env, PATH: `${bin}:${env.PATH}` },
  });
  await new Promise((resolve) => setTimeout(resolve, 4_000));
  const isAlive = victim.exitCode === null && victim.signalCode === null;
  victim.kill();
  for (const one of listeners) one.close();
  ctx.log(output.trimEnd());
  assert.equal(code, 0, output);
  for (const word of ['secret', "the user's own", 'the other project', 'management'])
    assert.ok(!outputOf(output).includes(word), `${word}: ${output}`);
  assert.deepEqual(treeOf(home), before);
  assert.equal(reached, 0);
  assert.ok(isAlive, 'a process of the user was ended');
  for (const name of [
    'late-marker',
    'hard',
    'disk',
    '.vscode/tasks.json',
    '.git/hooks/post-checkout',
  ])
    assert.ok(!fs.existsSync(path.join(project, name)), name);
  ctx.log(`hostile agent: ${tried.length} attempts, no effect on the host`);
}

/** What the attempts said, without their titles. @param {string} output */
const outputOf = (output) =>
  output
    .replaceAll(/^\d+\. .*$/gm, '')
    .replaceAll(/^.*(No such file|Permission denied|Failed to).*$/gm, '');

/** Every file of the home folder outside of the app's own and of what runs inside. @param {string} home */
function treeOf(home) {
  const passed =
    /gatehouse-data|work\/hostile|\.cache|\.config\/(?!opencode)|\.pki|\.npm|\.dbus|\.local/;
  return fs
    .readdirSync(home, { recursive: true, encoding: 'utf8' })
    .filter((name) => !passed.test(name))
    .toSorted()
    .map((name) => {
      const stat = fs.lstatSync(path.join(home, name));
      return stat.isFile()
        ? `${name} ${fs.readFileSync(path.join(home, name), 'utf8').slice(0, 100)}`
        : name;
    });
}

/** The real programs under their usual names. @param {World} ctx */
function programs(ctx) {
  const bin = path.join(ctx.home, 'bin');
  fs.mkdirSync(bin);
  const native = `@anthropic-ai/claude-code-${process.platform}-${process.arch}/claude`;
  const claude = path.join(ctx.binDir('@anthropic-ai/claude-code'), '..', native);
  fs.symlinkSync(fs.realpathSync(claude), path.join(bin, 'claude'));
  fs.symlinkSync(path.join(ctx.binDir('@openai/codex'), 'codex'), path.join(bin, 'codex'));
  fs.symlinkSync(path.join(ctx.binDir('opencode-ai'), 'opencode'), path.join(bin, 'opencode'));
  return bin;
}

/** A site that no agent may reach unasked. */
async function startSite() {
  const server = http.createServer((_request, response) => response.end('the site answered\n'));
  server.listen(0, '127.0.0.3');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  return { url: `http://127.0.0.3:${port}`, close: () => void server.close() };
}

/**
 * @param {{ ctx: World, gatehouse: Awaited<ReturnType<typeof startGatehouse>>, name: string, project: string,
 *   secret: string, site: string, bin: string, read: string[] }} place
 */
async function walk({ ctx, gatehouse, name, project, secret, site, bin, read }) {
  const agent = agents[name];
  assert.ok(agent);
  const command = script({ project, secret, site, model: '' });
  const model = await startFakeModel([agent.step(command)], '127.0.0.2');
  const seen = read.length;
  const began = performance.now();
  const { code, output } = await toItsEnd(ctx, gatehouse.dataDir, {
    args: ['run', name, '--', ...agent.args(model.url)],
    cwd: project,
    env: { ...ctx.env, ...agent.env(model.url), PATH: `${bin}:${ctx.env.PATH}` },
  });
  model.close();
  const asked = read.slice(seen).map((one) => one.replaceAll(/\s+/g, ' '));
  const said = `${output}\n${model.seen.join('\n')}\n${asked.join('\n')}`;
  assert.equal(code, 0, said);
  assert.ok(fs.existsSync(path.join(project, 'result.txt')), said);
  assert.equal(
    fs.readFileSync(path.join(project, 'result.txt'), 'utf8'),
    'done by the agent\n',
    said,
  );
  assert.doesNotMatch(output, /the secret word/, said);
  assert.match(output, /outside: .*No such file/, said);
  assert.match(output, /settings: .*(Read-only|Permission denied|busy)/i, said);
  assert.match(output, /site: the site answered/, said);
  assert.ok(!fs.existsSync(path.join(project, '.vscode/tasks.json')), said);
  assert.equal(
    fs.readFileSync(path.join(ctx.home, agent.settings), 'utf8'),
    `# the user's own ${agent.settings}\n`,
  );
  assert.ok(
    asked.some((text) => /in the sandbox/.test(text)),
    said,
  );
  assert.ok(
    asked.some((text) => text.includes('127.0.0.3')),
    said,
  );
  // The same agent in another folder is another client.
  const mark = createHash('sha256').update(fs.realpathSync(project)).digest('hex').slice(0, 16);
  const own = () => gatehouse.ledger().filter(({ actor }) => actor === `${name}-sandbox-${mark}`);
  const isOver = () =>
    own().some((line) => line.action === 'run_agent' && line.phase === 'outcome');
  for (let tries = 0; tries < 100 && !isOver(); tries += 1)
    await new Promise((resolve) => setTimeout(resolve, 100));
  const lines = own();
  const actions = new Set(lines.map(({ action }) => action));
  for (const action of ['request_access', 'run_agent', 'net_connect', 'native_command'])
    assert.ok(actions.has(action), `no ${action}\n${said}`);
  const native = lines.filter((line) => line.action === 'native_command');
  assert.deepEqual(
    native.map(({ phase, result }) => `${phase} ${result ?? ''}`.trim()),
    ['intent', 'decision allow', 'outcome done'],
    said,
  );
  const ownAsks = asked.filter((text) => text.includes('with its own'));
  assert.deepEqual(ownAsks, [], `its own command was asked about\n${said}`);
  const end = /** @type {any} */ (
    lines.find(({ action, phase }) => action === 'run_agent' && phase === 'outcome')
  );
  assert.equal(end.detail, 'Ended with exit code 0.');
  assert.ok(
    end.changes.some((/** @type {any} */ one) => one.path.endsWith('result.txt')),
    said,
  );
  assert.ok(
    end.run.held_back.some((/** @type {any} */ one) => one.path.endsWith('tasks.json')),
    said,
  );
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  ctx.log(`${name}: ${seconds} s; asked: ${asked.map((text) => text.slice(0, 110)).join(' | ')}`);
  ctx.log(`${name}: entries ${[...actions].join(', ')}; ${end.detail}`);
}

/** @param {World} ctx @param {string} dataDir @param {{ args: string[], cwd: string, env: NodeJS.ProcessEnv }} how */
async function toItsEnd(ctx, dataDir, { args, cwd, env }) {
  const child = spawn(process.execPath, [path.join(ctx.repo, 'bin/gatehouse.mjs'), ...args], {
    ...{ cwd, env: { ...env, GATEHOUSE_DATA_DIR: dataDir }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece) => (output += piece));
  const [code] = await once(child, 'close');
  return { code, output };
}
