import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import {
  environmentFor,
  gitProgram,
  hookEvents,
  switches,
} from '../../src/main/platform/git/git-environment.ts';
import { put, scratch } from '../fakes/scratch.ts';

describe('what git is started with', () => {
  test('F11 hooks are off by folder and by event, and bare folders are no repositories', () => {
    const set = new Set(switches.filter((_, at) => at % 2 === 1));
    expect(set).toContain('core.hooksPath=/dev/null');
    expect(set).toContain('safe.bareRepository=explicit');
    // Git 2.54 and later run hooks that settings name; each event is switched off by itself.
    for (const event of [
      'pre-commit',
      'post-checkout',
      'post-index-change',
      'reference-transaction',
    ])
      expect(hookEvents).toContain(event);
    for (const event of hookEvents) expect(set).toContain(`hook.${event}.enabled=false`);
    expect(hookEvents).toHaveLength(28);
  });

  test('F8 no transport, no lazy fetch, no question, and nothing else of our environment', async () => {
    vi.stubEnv('GIT_SSH', '/evil');
    vi.stubEnv('GIT_CONFIG_PARAMETERS', "'core.fsmonitor'='/evil'");
    vi.stubEnv('GIT_EXEC_PATH', '/evil');
    vi.stubEnv('LD_PRELOAD', '/evil.so');
    const env = await environmentFor([], [['merge.x=y.driver', 'false']]);
    expect(env).toMatchObject({
      GIT_ALLOW_PROTOCOL: 'none',
      GIT_NO_LAZY_FETCH: '1',
      GIT_TERMINAL_PROMPT: '0',
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'merge.x=y.driver',
    });
    expect(JSON.stringify(env)).not.toContain('/evil');
    vi.unstubAllEnvs();
  });

  test('F11 settings of the user that an agent could write count only for who the user is', async () => {
    const [home, root] = [scratch(), scratch()];
    vi.stubEnv('HOME', home);
    vi.stubEnv('XDG_CONFIG_HOME', '');
    put(home, '.gitconfig', '[user]\n\tname = Ada\n\temail = ada@example.com\n');
    expect((await environmentFor([root]))['GIT_CONFIG_GLOBAL']).toBeUndefined();
    const inRoot = put(root, 'dotfiles/more', '[filter "x"]\n\tclean = evil\n');
    fs.appendFileSync(path.join(home, '.gitconfig'), `[include]\n\tpath = ${inRoot}\n`);
    const taken = {
      GIT_CONFIG_GLOBAL: '/dev/null',
      ...{ GIT_CONFIG_COUNT: '2', GIT_CONFIG_KEY_0: 'user.name', GIT_CONFIG_VALUE_0: 'Ada' },
    };
    expect(await environmentFor([root])).toMatchObject(taken);
    fs.renameSync(path.join(home, '.gitconfig'), path.join(root, 'gitconfig'));
    fs.symlinkSync(path.join(root, 'gitconfig'), path.join(home, '.gitconfig'));
    expect(await environmentFor([root])).toMatchObject(taken);
    vi.unstubAllEnvs();
  });

  test('F9 no folder that is closed, relative, or leads into one is on the path', async () => {
    const root = scratch();
    const bin = path.dirname(put(root, 'node_modules/.bin/git', '#!/bin/sh\n'));
    fs.chmodSync(path.join(bin, 'git'), 0o755);
    const led = path.join(scratch(), 'bin');
    fs.symlinkSync(bin, led);
    vi.stubEnv('PATH', [bin, led, '.', '', 'bin', `${root}/../${path.basename(root)}`].join(':'));
    const found = await gitProgram([root]);
    const env = await environmentFor([root]);
    vi.unstubAllEnvs();
    expect(found).toBe('/usr/bin/git');
    expect(env['PATH']?.split(':').every((item) => /^\/(usr|bin|opt)/.test(item))).toBe(true);
    expect(await gitProgram(['/'])).toBeNull();
  });
});
