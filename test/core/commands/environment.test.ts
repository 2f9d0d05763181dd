import { describe, expect, test } from 'vitest';
import {
  cleanPath,
  environmentFor,
  quietGitEnvironment,
  variableRisk,
} from '../../../src/main/core/commands/environment.ts';
import { gitArgumentError, isCodeSetting } from '../../../src/main/core/commands/git-arguments.ts';

describe('the environment of a command', () => {
  test('F10 what could make a program run something else is dropped, with the reason', () => {
    const dangerous = {
      LD_PRELOAD: './x.so',
      DYLD_INSERT_LIBRARIES: './x',
      NODE_OPTIONS: '--require ./x',
      GIT_SSH_COMMAND: './x',
      GIT_CONFIG_COUNT: '1',
      PATH: '.',
      BASH_ENV: './x',
      ENV: './x',
      PYTHONSTARTUP: './x',
      PYTHONPATH: '.',
      ELECTRON_RUN_AS_NODE: '1',
      PERL5OPT: '-Mx',
      RUBYOPT: '-rx',
      JAVA_TOOL_OPTIONS: '-javaagent:x',
      RUSTC_WRAPPER: './x',
      GOFLAGS: '-toolexec=./x',
      CC: './x',
      MAKEFLAGS: '--eval=x',
      PAGER: './x',
      EDITOR: './x',
      LESSOPEN: '|./x',
      SSH_ASKPASS: './x',
      npm_config_script_shell: './x',
      HOME: '/tmp/x',
      https_proxy: 'http://x',
      IFS: 'x',
      PS4: '$(x)',
    };
    const { variables, dropped, fromAgent } = environmentFor(dangerous);
    expect(dropped.map(({ name }) => name).toSorted()).toEqual(Object.keys(dangerous).toSorted());
    for (const { reason } of dropped) expect(reason.length).toBeGreaterThan(10);
    expect(fromAgent).toEqual([]);
    for (const name of ['LD_PRELOAD', 'NODE_OPTIONS', 'BASH_ENV']) {
      expect(variables).not.toHaveProperty(name);
    }
    expect(variables['PAGER']).toBe('cat');
    expect(variables['GIT_CONFIG_COUNT']).toBe('2');
  });

  test('F10 what only changes how output looks is taken, and anything unheard of is not', () => {
    const { variables, fromAgent, dropped } = environmentFor({
      CI: '1',
      NO_COLOR: '1',
      LC_ALL: 'C',
      NODE_ENV: 'test',
      FROBNICATE: '1',
      '1X': 'y',
      'A B': 'y',
      TZ: 'UTC\nLD_PRELOAD=x',
      LANG: 'x'.repeat(5_000),
      LC_CTYPE: '../../x',
    });
    expect(fromAgent).toEqual(['CI', 'NO_COLOR', 'LC_ALL', 'NODE_ENV']);
    expect(variables['NODE_ENV']).toBe('test');
    expect(dropped.map(({ name }) => name)).toEqual([
      'FROBNICATE',
      '1X',
      'A B',
      'TZ',
      'LANG',
      'LC_CTYPE',
    ]);
  });

  test("F10 the owner's environment is taken by name, too, and PATH without the folder one is in", () => {
    const { variables } = environmentFor(
      {},
      {
        PATH: '/usr/bin:.::bin:/usr/local/bin:/x/../y',
        HOME: '/home/me',
        AWS_SECRET_ACCESS_KEY: 'x',
        GATEHOUSE_TOKEN: 'x',
        LC_TIME: 'C',
      },
    );
    expect(variables['PATH']).toBe('/usr/bin:/usr/local/bin');
    expect(variables['HOME']).toBe('/home/me');
    expect(variables).not.toHaveProperty('AWS_SECRET_ACCESS_KEY');
    expect(variables).not.toHaveProperty('GATEHOUSE_TOKEN');
    expect(variables['LC_TIME']).toBe('C');
    expect(cleanPath('C:\\bin;.;\\bin;C:rel', true)).toBe('C:\\bin');
  });

  test('a name is harmless, dangerous or unknown', () => {
    expect(variableRisk('CI').kind).toBe('harmless');
    expect(variableRisk('GIT_DIR').kind).toBe('dangerous');
    expect(variableRisk('MY_APP').kind).toBe('unknown');
  });
});

describe('git called by ourselves', () => {
  test('F7 F8 an argument can neither be an option nor a transport that runs a program', () => {
    for (const position of ['ref', 'path', 'url', 'message'] as const) {
      expect(gitArgumentError('--upload-pack=x', position)).not.toBeNull();
      expect(gitArgumentError('-x', position)).not.toBeNull();
      expect(gitArgumentError('a\0b', position)).not.toBeNull();
    }
    for (const url of ['ext::sh -c id', 'EXT::x', 'fd::17', 'foo::bar', 'https://x y']) {
      expect([url, gitArgumentError(url, 'url') === null]).toEqual([url, false]);
    }
    expect(gitArgumentError('https://x.example/r.git', 'url')).toBeNull();
    expect(gitArgumentError('git@x.example:r.git', 'url')).toBeNull();
    expect(gitArgumentError('main', 'ref')).toBeNull();
    expect(gitArgumentError('HEAD~1', 'ref')).toBeNull();
    expect(gitArgumentError('a b', 'ref')).not.toBeNull();
    expect(gitArgumentError('fix: a - b', 'message')).toBeNull();
  });

  test('F8 settings that run programs are known in any case', () => {
    const keys = ['core.sshCommand', 'CORE.FSMONITOR', 'core.pager', 'diff.external', 'alias.x'];
    for (const key of [...keys, 'protocol.ext.allow', 'Filter.lfs.Clean', 'url.x.insteadOf']) {
      expect([key, isCodeSetting(key)]).toEqual([key, true]);
    }
    expect(isCodeSetting('color.ui')).toBe(false);
    expect(isCodeSetting('user.name')).toBe(false);
  });

  test('F11 it asks no questions and reads no settings of the system', () => {
    expect(quietGitEnvironment).toMatchObject({
      GIT_CONFIG_NOSYSTEM: '1',
      GIT_TERMINAL_PROMPT: '0',
    });
  });
});
