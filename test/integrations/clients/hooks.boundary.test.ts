/** Own tools under the gate: what is written for each client, that it is undone to the byte, and what the card says of it. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { ClientId } from '../../../src/shared/base/ids.ts';
import { codexProgram } from '../../fakes/codex-program.ts';
import { ClientSetupFixture } from './client-setup-fixture.ts';
import {
  applied,
  hooksRequest,
  installed,
  openWithCodex,
  theirs,
  undoAll,
} from './hooks-fixture.ts';

// Each makes the cards of all clients several times.
vi.setConfig({ testTimeout: 120_000 });

const json = (here: ClientSetupFixture, name: string): unknown =>
  JSON.parse(here.read(path.join(here.home, name)));

describe('what is written', () => {
  it('Claude Code: every event, blocking on failure and without a clear answer, and a floor of ask rules', async () => {
    const here = await openWithCodex();
    here.put('.claude/settings.json', '{ "permissions": { "ask": ["Bash"] } }\n');
    await installed(here, 'claude-code');
    const run = { type: 'command', command: '/opt/gatehouse', args: ['hook', 'claude-code'] };
    const decide = {
      ...{ type: 'command', command: '/bin/sh' },
      args: [
        ...['-c', expect.stringMatching(/exit 2 ;; esac$/), 'gatehouse'],
        ...['/opt/gatehouse', 'hook', 'claude-code', '--confirm'],
      ],
      ...{ timeout: 86_400, onFailure: 'block' },
    };
    expect(json(here, '.claude/settings.json')).toEqual({
      permissions: { ask: ['Bash', 'Edit', 'Write', 'NotebookEdit', 'WebFetch'] },
      hooks: {
        PreToolUse: [{ matcher: '*', hooks: [decide] }],
        PermissionRequest: [{ matcher: '*', hooks: [decide] }],
        PostToolUse: [{ matcher: '*', hooks: [run] }],
        PostToolUseFailure: [{ matcher: '*', hooks: [run] }],
        SessionStart: [{ hooks: [run] }],
        SessionEnd: [{ hooks: [run] }],
      },
    });
  });

  it('Codex: our group first, no shell input that passes no hook, and trust', async () => {
    const here = await openWithCodex();
    const { files } = await installed(here, 'codex');
    expect(files.map(({ file }) => path.basename(file))).toEqual(['hooks.json', 'config.toml']);
    const command = expect.stringMatching(
      /^\/bin\/sh -c '.*exit 2.*' gatehouse \/opt\/gatehouse hook codex --confirm$/,
    ) as string;
    expect(json(here, '.codex/hooks.json')).toMatchObject({
      hooks: {
        PreToolUse: [{ matcher: '.*', hooks: [{ type: 'command', command, timeout: 86_400 }] }],
        PermissionRequest: [{ hooks: [{ command }] }],
        PostToolUse: [{ hooks: [{ command: '/opt/gatehouse hook codex' }] }],
      },
    });
    const config = here.read(path.join(here.home, '.codex/config.toml'));
    expect(config).toContain('[features]\nunified_exec_tty = false');
    expect(config).toContain(`[hooks.state."${here.home}/.codex/hooks.json:pre_tool_use:0:0"]`);
    await here.setup.checkHooks();
    expect((await here.card('codex')).hooks?.trust.kind).toBe('trusted');
  });

  it('Copilot and Cursor: a deadline and a refusal where there is no answer', async () => {
    const here = await openWithCodex();
    await installed(here, 'copilot');
    await installed(here, 'cursor');
    expect(json(here, '.copilot/hooks/gatehouse.json')).toMatchObject({
      version: 1,
      hooks: {
        preToolUse: [
          { bash: expect.stringMatching(/hook copilot preToolUse --confirm$/), timeoutSec: 86_400 },
        ],
        permissionRequest: [{ bash: expect.stringMatching(/exit 2/), timeoutSec: 86_400 }],
        postToolUse: [{ bash: '/opt/gatehouse hook copilot postToolUse' }],
      },
    });
    expect(json(here, '.cursor/hooks.json')).toMatchObject({
      version: 1,
      hooks: {
        preToolUse: [{ failClosed: true, command: expect.stringMatching(/exit 2/) }],
        postToolUse: [{ command: '/opt/gatehouse hook cursor postToolUse' }],
        postToolUseFailure: [{ command: '/opt/gatehouse hook cursor postToolUseFailure' }],
      },
    });
    expect((await here.card('cursor')).hooks?.testedVersion).toBeNull();
  });

  it('Gemini: the rule against its own prompt only on request', async () => {
    const here = await openWithCodex();
    await installed(here, 'gemini');
    const policy = path.join(here.home, '.gemini/policies/gatehouse.toml');
    expect(fs.existsSync(policy)).toBe(false);
    expect(json(here, '.gemini/settings.json')).toMatchObject({
      hooks: { BeforeTool: [{ hooks: [{ name: 'gatehouse', timeout: 86_400_000 }] }] },
    });
    const write = [{ purpose: 'prompts', way: null, file: policy }] as const;
    await applied(here, { client: 'gemini', undo: [], write });
    expect(here.read(policy)).toContain('allowRedirection = true');
    // What Gatehouse does not ask about, such as reading, stays as it is.
    expect(here.read(policy)).not.toMatch(/"\*"|read|list|glob|grep|ask_user|plan/);
    expect((await here.card('gemini')).exposure.shell.standing).toBe('free');
    await undoAll(here, 'gemini');
    expect(fs.existsSync(path.join(here.home, '.gemini'))).toBe(false);
  });

  it('OpenCode: a plugin of its own, removed again with its folder', async () => {
    const here = await openWithCodex();
    await installed(here, 'opencode');
    const file = path.join(here.home, '.config/opencode/plugin/gatehouse.js');
    expect(here.read(file)).toContain('"program": "/opt/gatehouse"');
    expect((await here.card('opencode')).hooks?.state.kind).toBe('waiting');
    fs.appendFileSync(file, '// mine');
    expect((await here.card('opencode')).hooks?.state.kind).toBe('broken');
    await installed(here, 'opencode');
    expect(here.read(file)).not.toContain('// mine');
    await undoAll(here, 'opencode');
    expect(fs.existsSync(path.join(here.home, '.config'))).toBe(false);
  });

  it('quotes a path with spaces, and needs no shell for variables', async () => {
    const command = { program: "/opt/it's here/app", args: ['a b'], env: { X: 'y z' } };
    const here = await openWithCodex(command);
    await installed(here, 'claude-code');
    await installed(here, 'gemini');
    expect(json(here, '.claude/settings.json')).toMatchObject({
      hooks: {
        SessionStart: [
          {
            hooks: [
              {
                command: '/usr/bin/env',
                args: ['X=y z', command.program, 'a b', 'hook', 'claude-code'],
              },
            ],
          },
        ],
      },
    });
    const gemini = here.read(path.join(here.home, '.gemini/settings.json'));
    expect(gemini).toContain(String.raw`X='y z' '/opt/it'\\''s here/app' 'a b' hook gemini"`);
    expect(gemini).toContain(String.raw`gatehouse '/opt/it'\\''s here/app' 'a b' hook gemini --c`);
    expect(gemini).toContain("X='y z' /bin/sh -c ");
  });
});

describe('the key by which the hook is known', () => {
  const keyFile = (here: ClientSetupFixture) => path.join(here.dataDir, 'stdio-keys/gemini.key');

  it('is made with the hooks, shared with the server entry, and revoked with the last of them', async () => {
    const here = await openWithCodex();
    await installed(here, 'gemini');
    expect(here.keys.ownerOf(here.read(keyFile(here)))).toBe('gemini');
    await here.write(await here.changeFor('gemini'));
    expect(here.keys.list().map(({ name }) => name)).toEqual(['gemini']);
    const { changes } = await here.card('gemini');
    const hooks = changes.filter(({ purpose }) => purpose === 'hooks');
    const undo = hooks.map(({ changeId }) => changeId);
    const shown = await applied(here, { client: 'gemini', undo, write: [] });
    expect(shown.notes.join(' ')).not.toMatch(/revoked/);
    expect(here.keys.list()).toHaveLength(1);
    await undoAll(here, 'gemini');
    expect(here.keys.list()).toEqual([]);
    expect(fs.existsSync(keyFile(here))).toBe(false);
  });

  it('revoked by hand is replaced by Repair, although the files are unchanged', async () => {
    const here = await openWithCodex();
    await installed(here, 'gemini');
    const request = await hooksRequest(here, 'gemini');
    expect((await here.setup.preview(request)).kind).toBe('nothing-to-do');
    const file = path.join(here.home, '.gemini/settings.json');
    const [written, key] = [here.read(file), here.read(keyFile(here))];
    await here.keys.revoke(ClientId.parse('gemini'));
    expect((await here.card('gemini')).hooks?.state.kind).toBe('broken');
    const shown = await applied(here, request);
    expect(shown.notes).toContain('Its key was revoked. It gets a new one.');
    expect((await here.card('gemini')).hooks?.state.kind).toBe('waiting');
    expect(here.read(file)).toBe(written);
    expect(here.read(keyFile(here))).not.toBe(key);
    expect(here.keys.ownerOf(here.read(keyFile(here)))).toBe('gemini');
    expect((await here.setup.preview(request)).kind).toBe('nothing-to-do');
    await undoAll(here, 'gemini');
    expect(fs.existsSync(path.join(here.home, '.gemini'))).toBe(false);
  });

  it('revoked by hand is shown, and a key that somebody else has is not used', async () => {
    const here = await openWithCodex();
    await installed(here, 'gemini');
    await here.keys.revoke(ClientId.parse('gemini'));
    expect((await here.card('gemini')).hooks?.state).toMatchObject({ kind: 'broken' });
    await here.keys.add(ClientId.parse('copilot'));
    expect(await here.setup.preview(await hooksRequest(here, 'copilot'))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/key named copilot/),
    });
  });
});

describe('hooks of other programs', () => {
  it('stay as they are, in their order', async () => {
    const here = await openWithCodex();
    const before = {
      hooks: { PreToolUse: [theirs, { ...theirs, matcher: 'Edit' }], Stop: [theirs] },
    };
    const text = JSON.stringify(before, null, '\t');
    here.put('.claude/settings.json', text);
    here.put('.codex/hooks.json', text);
    await installed(here, 'claude-code');
    await installed(here, 'codex');
    const claude = json(here, '.claude/settings.json') as typeof before;
    expect(claude.hooks.PreToolUse.slice(0, 2)).toEqual(before.hooks.PreToolUse);
    expect(claude.hooks.Stop).toEqual([theirs]);
    const codex = json(here, '.codex/hooks.json') as typeof before;
    expect(codex.hooks.PreToolUse.slice(1)).toEqual(before.hooks.PreToolUse);
    expect(JSON.stringify(codex.hooks.PreToolUse[0])).toContain('hook codex');
    for (const client of ['claude-code', 'codex'] as const) await undoAll(here, client);
    expect(here.read(path.join(here.home, '.claude/settings.json'))).toBe(text);
    expect(here.read(path.join(here.home, '.codex/hooks.json'))).toBe(text);
    expect(fs.existsSync(path.join(here.home, '.codex/config.toml'))).toBe(false);
  });

  it('of Codex keep the trust they had, no more, and get their old place back', async () => {
    const here = await openWithCodex();
    const file = here.put(
      '.codex/hooks.json',
      JSON.stringify({ hooks: { PreToolUse: [theirs, theirs] } }),
    );
    const listed = (at: number, more = '') =>
      `[hooks.state."${file}:pre_tool_use:${at}:0"]\ntrusted_hash = "sha256:${at}"\n${more}`;
    const config = `model = "x"\n\n${listed(0)}\n${listed(1, 'enabled = false\n')}`;
    const configFile = here.put('.codex/config.toml', config);
    const shown = await installed(here, 'codex');
    expect(shown.notes.join(' ')).toMatch(/2 hooks of other programs move down by one/);
    const now = here.read(configFile);
    expect(now).toContain(`pre_tool_use:1:0"]\ntrusted_hash = "sha256:0"\nenabled = true`);
    expect(now).toMatch(/pre_tool_use:2:0"\]\ntrusted_hash = "sha256:1"\nenabled = false/);
    await here.setup.checkHooks();
    expect((await here.card('codex')).hooks?.trust.kind).toBe('trusted');
    await undoAll(here, 'codex');
    expect(here.read(configFile)).toBe(config);
  });

  it('a file of the same name that is not ours is not replaced', async () => {
    const here = await openWithCodex();
    const file = here.put('.copilot/hooks/gatehouse.json', '{ "version": 1 }\n');
    expect(await here.setup.preview(await hooksRequest(here, 'copilot'))).toMatchObject({
      kind: 'refused',
      why: expect.stringMatching(/did not write/),
    });
    expect(here.read(file)).toBe('{ "version": 1 }\n');
  });
});

describe('the card', () => {
  it('waits for the first event, has seen it, and remembers it after a restart', async () => {
    const here = await openWithCodex();
    const state = async () => (await here.card('gemini')).hooks?.state.kind;
    expect(await state()).toBe('off');
    await installed(here, 'gemini');
    expect(await state()).toBe('waiting');
    here.nativeSightings.saw('gemini', '/somewhere');
    await vi.waitFor(async () => expect(await state()).toBe('seen'));
    await here.reopen({ path: codexProgram() });
    expect(await state()).toBe('seen');
  });

  it('shows what someone else did to the hooks, and Repair writes them again', async () => {
    const here = await openWithCodex();
    const file = here.put('.claude/settings.json', '{\n  "theme": "dark"\n}\n');
    await installed(here, 'claude-code');
    const written = here.read(file);
    fs.writeFileSync(file, written.replaceAll('86400', '1'));
    expect((await here.card('claude-code')).hooks?.state).toEqual({
      kind: 'broken',
      why: 'The hooks were changed outside Gatehouse.',
    });
    await installed(here, 'claude-code');
    expect(JSON.parse(here.read(file))).toEqual(JSON.parse(written));
    expect((await here.card('claude-code')).hooks?.state.kind).toBe('waiting');
    await undoAll(here, 'claude-code');
    expect(JSON.parse(here.read(file))).toEqual({ theme: 'dark' });
    await installed(here, 'copilot');
    fs.rmSync(path.join(here.home, '.copilot/hooks/gatehouse.json'));
    expect((await here.card('copilot')).hooks?.state.kind).toBe('broken');
  });

  it('says that Codex does not trust a hook that was moved', async () => {
    const here = await openWithCodex();
    await installed(here, 'codex');
    const file = path.join(here.home, '.codex/hooks.json');
    const { hooks } = JSON.parse(here.read(file)) as { hooks: Record<string, unknown[]> };
    hooks['PreToolUse']?.unshift(theirs);
    fs.writeFileSync(file, JSON.stringify({ hooks }));
    await here.setup.checkHooks();
    expect((await here.card('codex')).hooks?.state).toMatchObject({
      kind: 'broken',
      why: expect.stringMatching(/PreToolUse hook, because it doesn’t trust it/),
    });
  });

  it('Codex that cannot be asked is not given hooks that it would pass over', async () => {
    const here = await ClientSetupFixture.open();
    here.put('.codex/config.toml', 'model = "x"\n');
    expect(await here.setup.preview(await hooksRequest(here, 'codex'))).toMatchObject({
      kind: 'refused',
      why: 'The program codex was not found.',
    });
  });

  it.each([
    ['claude-code', '.claude/settings.json', '{ "disableAllHooks": true }'],
    ['claude-code', '.claude/settings.local.json', '{ "disableAllHooks": true } // here'],
    ['codex', '.codex/config.toml', '[features]\nhooks = false\n'],
    ['codex', '.codex/config.toml', '[features]\nunified_exec_tty = true\n'],
    ['copilot', '.github/copilot/settings.json', '{ "disableAllHooks": true }'],
    ['copilot', '.github/copilot/settings.local.json', '{ "disableAllHooks": true } // here'],
    ['gemini', '.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }'],
    ['gemini', '.gemini/settings.json', '{ "hooksConfig": { "disabled": ["gatehouse"] } }'],
  ] as const)('%s: reports a project whose %s has %s', async (client, name, text) => {
    const here = await openWithCodex();
    await installed(here, client);
    expect((await here.card(client)).hooks?.switchedOff).toEqual([]);
    const folder = path.join(here.home, 'project');
    const file = here.put(path.join('project', name), text);
    here.nativeSightings.saw('claude-code', folder);
    expect((await here.card(client)).hooks?.switchedOff).toMatchObject([{ file }]);
    // A file of the project that makes no sense costs nothing but itself.
    here.put(path.join('project', name), '{{{ = ');
    expect((await here.card(client)).hooks?.switchedOff).toEqual([]);
  });
});
