/** Commands, terminals, git and language servers of an agent, from its call to the sandbox they run in. */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { Sandboxes } from '../../src/main/core/sandbox/sandboxes.ts';
import type { ConfirmAsk } from '../../src/shared/asks/asks.ts';
import { allScopes } from '../../src/shared/access/scopes.ts';
import { ruleWith } from '../core/rule-fixture.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { allowAll, TestApp } from '../fakes/test-app.ts';
import { ownNumber } from '../support/own-number.ts';
import { sandboxRuns } from '../support/sandbox-here.ts';
import { callTool } from './tool-call.ts';

const gitIn = (folder: string, ...args: readonly string[]): string => {
  const ended = spawnSync('git', ['-c', 'user.name=T', '-c', 'user.email=t@example.org', ...args], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder },
    encoding: 'utf8',
  });
  if (ended.status !== 0) throw new Error(ended.stderr);
  return ended.stdout;
};

const isRunning = (words: readonly string[]): boolean =>
  fs.readdirSync('/proc').some((name) => {
    try {
      return fs.readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(words.join('\0'));
    } catch {
      return false;
    }
  });

async function sandboxedApp({ scopes = allScopes }: { scopes?: readonly string[] } = {}) {
  const app = await TestApp.open(undefined, { sandbox: true });
  const outside = scratch();
  const root = path.join(outside, 'project');
  put(root, 'a.txt', 'hello\n');
  put(root, '.env', 'TOKEN=secret-of-the-project\n');
  put(root, '.vscode/settings.json', '{}\n');
  put(outside, 'sibling/secret.txt', 'secret-of-the-sibling\n');
  gitIn(root, 'init', '-q');
  // Whoever runs the tests may have no identity of their own.
  gitIn(root, 'config', 'user.name', 'T');
  gitIn(root, 'config', 'user.email', 't@example.org');
  gitIn(root, 'add', 'a.txt');
  gitIn(root, 'commit', '-q', '-m', 'first');
  const client = await app.connect('coder');
  const asking = callTool(client, 'request_access', {
    scopes: [...scopes],
    roots: [root],
    reason: 'to work on the project',
  });
  await app.answerNext(allowAll);
  await asking;
  const { core } = app.app;
  const confirmed: ConfirmAsk[] = [];
  const looking = setInterval(() => {
    const ask = core.asks.list().find((one) => one.waiting > 0);
    if (ask?.kind !== 'confirm') return;
    confirmed.push(ask);
    core.asks.answer(ask.askId, { kind: 'once' });
  }, 5);
  onTestFinished(() => clearInterval(looking));
  const call = async (name: string, args: Record<string, unknown> = {}) => {
    app.clock.skip(1_000);
    return callTool(client, name, args);
  };
  /** In a file: what a command line names outside of the folders is refused before it runs. */
  const sh = async (script: string) => {
    put(root, 'try.sh', `rm -f try.sh\n${script}`);
    return (await call('exec_command', { argv: ['sh', 'try.sh'] })).data;
  };
  return { app, core, root, outside, call, sh, confirmed };
}

describe.runIf(sandboxRuns)('a command in the sandbox', () => {
  test('N7 sees its folder and nothing beside it', async () => {
    const { sh, outside, app } = await sandboxedApp();
    const data = await sh(
      `cat a.txt; cat ../sibling/secret.txt; ls ${outside}; ls ${app.dataDir}; ls -A ~ | wc -l`,
    );
    expect(data['stdout']).toContain('hello');
    expect(JSON.stringify(data)).not.toContain('secret-of-the-sibling');
    expect(String(data['stdout'])).toContain('project\n');
    expect(String(data['stdout'])).not.toContain('sibling\n');
    expect(String(data['stderr'])).toContain(`cannot access '${app.dataDir}'`);
  });

  test('N15 writes in its folder, but not to .git or protected names', async () => {
    const { sh, root } = await sandboxedApp();
    const data = await sh(
      'echo x > new.txt; echo x > .git/commondir; echo x > .git/hooks/pre-commit; echo x > .vscode/tasks.json; git status --porcelain',
    );
    expect(fs.readFileSync(path.join(root, 'new.txt'), 'utf8')).toBe('x\n');
    for (const name of ['.git/commondir', '.git/hooks/pre-commit', '.vscode/tasks.json'])
      expect(fs.existsSync(path.join(root, name))).toBe(false);
    expect(data['stdout']).toContain('?? new.txt');
  });

  test('N16 finds .env empty', async () => {
    const { sh, root } = await sandboxedApp();
    const data = await sh('cat .env; echo "read: $?"; echo X=1 >> .env');
    expect(data['stdout']).toBe('read: 0\n');
    expect(fs.readFileSync(path.join(root, '.env'), 'utf8')).toContain('secret-of-the-project');
  });

  test('N17 without the right to change files it cannot write to its folder', async () => {
    const { sh, root } = await sandboxedApp({ scopes: ['run:commands', 'read:files'] });
    const data = await sh('echo x > new.txt; echo "wrote: $?"; echo x > /tmp/ok && echo tmp');
    expect(data['stdout']).toContain('tmp');
    expect(data['stdout']).not.toContain('wrote: 0');
    expect(fs.existsSync(path.join(root, 'new.txt'))).toBe(false);
  });

  test('N7 a line of several programs runs in it too, so that a link made meanwhile leads nowhere', async () => {
    const { call, root, outside } = await sandboxedApp();
    put(root, 'x.txt', 'plain\n');
    const seconds = `3.${ownNumber()}`;
    const line = `sleep ${seconds}; cat x.txt a.txt | cat`;
    const running = call('exec_command', { command_line: line });
    // It runs only after the line was judged.
    await expect.poll(() => isRunning(['sleep', seconds])).toBe(true);
    fs.rmSync(path.join(root, 'x.txt'));
    fs.symlinkSync(path.join(outside, 'sibling/secret.txt'), path.join(root, 'x.txt'));
    const { data } = await running;
    expect(JSON.stringify(data)).not.toContain('secret-of-the-sibling');
    expect(data).toMatchObject({ exit_code: 0, stdout: 'hello\n' });
    expect(String(data['stderr'])).toContain('x.txt');
  });

  test('N11 pipes, conditions and dropped errors of a line work there, and the entry names it', async () => {
    const { call, root, app } = await sandboxedApp();
    const line =
      'ls nothing 2>/dev/null || cat a.txt | tr a-z A-Z && touch made.txt; ls nothing 2>&1 | wc -l';
    const { data } = await call('exec_command', { command_line: line });
    expect(data).toMatchObject({ exit_code: 0, stdout: 'HELLO\n1\n', stderr: '' });
    expect(fs.existsSync(path.join(root, 'made.txt'))).toBe(true);
    const decision = (await app.ledger()).find(
      ({ phase, action }) => phase === 'decision' && action === 'exec_command',
    );
    const profileSha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(decision?.args).toMatchObject({ command: { sandbox: { profileSha256 } } });
  });

  test('N11 the ask and the entry name the sandbox', async () => {
    const { sh, call, confirmed, app } = await sandboxedApp();
    await sh('touch made.txt');
    // What it deletes is not named, so it is asked about.
    await call('exec_command', { argv: ['git', 'clean', '-fd'] });
    expect(confirmed[0]?.command?.sandbox).toMatchObject({ kind: 'sandboxed' });
    const decision = (await app.ledger()).find(
      ({ phase, action }) => phase === 'decision' && action === 'exec_command',
    );
    const profileSha256 = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    expect(decision?.args).toMatchObject({ command: { sandbox: { profileSha256 } } });
  });

  test('N12 keeps /tmp between commands of a session, apart from the shared one', async () => {
    const { sh } = await sandboxedApp();
    const mark = `/tmp/gatehouse-flow-${ownNumber()}`;
    await sh(`echo kept > ${mark}`);
    expect((await sh(`cat ${mark}`))['stdout']).toBe('kept\n');
    expect(fs.existsSync(mark)).toBe(false);
  });

  test('N12 links in the private home lead the next sandbox nowhere', async () => {
    const { sh, outside } = await sandboxedApp();
    await sh(
      [
        `d=$(dirname ${outside}); ls -d ${outside}`,
        `[ -w $d ] && mv ${outside} $d/moved && ln -s /oldroot${outside}/sibling ${outside}`,
        'for n in .local .nvm .cargo; do rm -rf ~/$n; ln -s /oldroot/nowhere ~/$n; done',
      ].join('\n'),
    );
    expect((await sh('echo runs'))['stdout']).toBe('runs\n');
    expect(fs.readdirSync(path.join(outside, 'sibling'))).toEqual(['secret.txt']);
  });

  test('N19 returns exit codes, and ends its whole process tree on a timeout', async () => {
    const { call, sh } = await sandboxedApp();
    const seconds = ownNumber();
    expect((await sh('exit 7'))['exit_code']).toBe(7);
    const { data } = await call('exec_command', {
      argv: [
        'sh',
        '-c',
        `trap "echo graceful; exit 3" TERM; setsid sleep ${seconds} & sleep ${seconds} & wait`,
      ],
      timeout: 1,
    });
    expect(data).toMatchObject({ timed_out: true, stdout: 'graceful\n' });
    expect(isRunning(['sleep', seconds])).toBe(false);
  });
});

describe.runIf(sandboxRuns)('git actions in the sandbox', () => {
  test('N13 status, add, commit and branch work; hooks of the repository do not run', async () => {
    const { call, root, outside } = await sandboxedApp();
    put(root, '.git/hooks/pre-commit', `#!/bin/sh\ntouch ${outside}/ran\n`);
    fs.chmodSync(path.join(root, '.git/hooks/pre-commit'), 0o755);
    put(root, 'b.txt', 'new\n');
    expect((await call('git_status')).isError).toBe(false);
    for (const [name, args] of [
      ['git_add', { paths: [path.join(root, 'b.txt')] }],
      ['git_commit', { message: 'second' }],
      ['git_branch', { op: 'create', name: 'side' }],
      ['git_branch', { op: 'switch', name: 'side' }],
    ] as const) {
      const { isError, data } = await call(name, args);
      expect([name, isError, JSON.stringify(data)]).toEqual([name, false, expect.any(String)]);
    }
    expect(gitIn(root, 'log', '--format=%s')).toBe('second\nfirst\n');
    expect(fs.existsSync(path.join(outside, 'ran'))).toBe(false);
  });
});

describe.runIf(sandboxRuns)('what deleting a file would lose', () => {
  test('N13 is asked of git in a sandbox that can only read', async () => {
    const { call, root, confirmed, core } = await sandboxedApp();
    const launched: (readonly string[])[] = [];
    const launchPlan = vi.spyOn(Sandboxes.prototype, 'launchPlan');
    onTestFinished(() => launchPlan.mockRestore());
    await core.rules.add(ruleWith({ effect: 'ask', actions: ['delete_file'] }));
    await call('delete_file', { path: path.join(root, 'a.txt') });
    for (const { value } of launchPlan.mock.results) {
      const launch = await (value as ReturnType<Sandboxes['launchPlan']>);
      if (launch && 'args' in launch) launched.push(launch.args);
    }
    expect(confirmed.at(-1)?.recoverability).toContain('It is committed, but not pushed.');
    expect(launched).toHaveLength(1);
    const words = launched[0]?.join(' ') ?? '';
    expect(words).toContain(`--ro-bind ${root} ${root} `);
    expect(words).not.toContain(`--bind ${root} ${root} `.replace('--', ' --'));
  });
});

describe.runIf(sandboxRuns)('a terminal in the sandbox', () => {
  test('N9 has job control and Ctrl-C, and sees only its folder', async () => {
    const { call, outside } = await sandboxedApp();
    const { data: opened } = await call('open_terminal', {});
    const terminal_id = String(opened['terminal_id']);
    const shown = async (text: string): Promise<string> => {
      for (let tries = 0; tries < 100; tries += 1) {
        const { data } = await call('get_output', { terminal_id });
        if (String(data['data']).includes(text)) return String(data['data']);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
      throw new Error(`the terminal does not show ${text}`);
    };
    const type = (data: string) => call('send_input', { terminal_id, data });
    await type('echo one-$((1+1)); ls /proc/self/fd | wc -l; stty size\n');
    await shown('one-2');
    await type('sleep 1000\n');
    await new Promise((resolve) => setTimeout(resolve, 300));
    await type('\u0003');
    await type('sleep 1000 & jobs; echo two-$((1+1))\n');
    expect(await shown('two-2')).toContain('Running');
    await type(`cat ${outside}/sibling/secret.txt; echo three-$((1+2))\n`);
    expect(await shown('three-3')).not.toContain('secret-of-the-sibling');
  });
});

describe.runIf(sandboxRuns)('a terminal that is open when its session ends', () => {
  test('N49 leaves its protected files in the trash, with an entry and an ask', async () => {
    const { call, root, core, app } = await sandboxedApp();
    const { data: opened } = await call('open_terminal', {});
    const terminal_id = String(opened['terminal_id']);
    const data = 'echo evil > .envrc; echo {} > package.json; echo x > ready.txt\n';
    await call('send_input', { terminal_id, data });
    const ready = path.join(root, 'ready.txt');
    await expect.poll(() => fs.existsSync(ready), { timeout: 10_000 }).toBe(true);
    const [session] = core.sessions.list();
    if (!session) throw new Error('no session');
    core.sessions.end(session.sessionId, 'person');
    const ended = async () =>
      (await app.ledger()).find(
        ({ phase, action }) => phase === 'outcome' && action === 'run_ended',
      );
    await expect.poll(ended, { timeout: 10_000 }).toMatchObject({
      run: { held_back: [{ path: path.join(root, '.envrc'), change: 'created' }] },
      session_id: session.sessionId,
    });
    const shown = () => core.state.snapshot().sessions.find(({ ended: over }) => over)?.left;
    await expect
      .poll(shown)
      .toMatchObject({ files: [{ path: path.join(root, 'package.json') }], more: 0 });
    const asked = async () =>
      (await app.ledger()).filter(({ action }) => action === 'held_back_file').length;
    await expect.poll(asked).toBeGreaterThan(0);
  });
});

describe.runIf(sandboxRuns)('a terminal that is open when the app ends', () => {
  test('N49 leaves its protected files in the trash, with an entry and an ask at the next start', async () => {
    const { call, root, app } = await sandboxedApp();
    const { data: opened } = await call('open_terminal', {});
    const terminal_id = String(opened['terminal_id']);
    await call('send_input', { terminal_id, data: 'echo evil > .envrc; echo x > ready.txt\n' });
    const ready = path.join(root, 'ready.txt');
    await expect.poll(() => fs.existsSync(ready), { timeout: 10_000 }).toBe(true);
    await app.app.dispose();
    expect(fs.existsSync(path.join(root, '.envrc'))).toBe(false);
    const again = await TestApp.open(app.dataDir, { sandbox: true });
    const ended = async () =>
      (await again.ledger()).find(
        ({ phase, action }) => phase === 'outcome' && action === 'run_ended',
      );
    await expect.poll(ended, { timeout: 10_000 }).toMatchObject({
      run: { held_back: [{ path: path.join(root, '.envrc'), change: 'created' }] },
    });
    const ask = await again.nextQuestion();
    expect(ask).toMatchObject({ heldBack: { path: path.join(root, '.envrc'), within: root } });
    again.app.core.asks.answer(ask.askId, { kind: 'once' });
    await expect
      .poll(() => fs.existsSync(path.join(root, '.envrc')), { timeout: 10_000 })
      .toBe(true);
  }, 40_000);
});

describe.runIf(sandboxRuns)('a language server in the sandbox', () => {
  test('N14 works', async () => {
    const { call, root } = await sandboxedApp();
    put(root, 'x.ts', 'const price: number = "one";\nexport { price };\n');
    const { isError, data } = await call('get_errors', { path: path.join(root, 'x.ts') });
    expect([isError, JSON.stringify(data)]).toEqual([
      false,
      expect.stringContaining("Type 'string' is not assignable"),
    ]);
  });
});
