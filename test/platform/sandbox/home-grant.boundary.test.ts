import fs from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { probeLaunch, rootWarning } from '../../../src/main/core/core.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { runProgram } from '../../../src/main/platform/programs/run-program.ts';
import { openSandbox } from '../../../src/main/platform/sandbox/open-sandbox.ts';
import { put, scratch } from '../../fakes/scratch.ts';
import { sandboxRuns } from '../../support/sandbox-here.ts';

const keys = ['.ssh/id_ed25519', '.aws/credentials', '.netrc', '.config/gh/hosts.yml'];

describe.runIf(sandboxRuns)('a command in the home folder', () => {
  test('N7 sees no well-known keys, as the ask says, but everything else', async () => {
    const home = scratch();
    for (const name of keys) put(home, name, 'key-of-the-user\n');
    // As programs that manage settings keep them.
    put(home, 'dotfiles/kube/config', 'key-of-the-user\n');
    fs.symlinkSync('dotfiles/kube', `${home}/.kube`);
    put(home, '.config/editor.json', 'setting-of-the-user\n');
    const dataDir = `${home}/.local/share/gatehouse`;
    put(dataDir, 'own.txt', 'data-of-gatehouse\n');
    const needs = { home, ownPaths: [dataDir], sha256: quickSha256 };
    const machine = await openSandbox({
      ...{ dataDir, home, user: 'ada' },
      launchIn: (own, folder) => probeLaunch(own, folder, needs),
    });
    const end = await runProgram({
      ...{ program: '/usr/bin/grep', cwd: home, env: {} },
      args: ['-rs', '-e', 'of-the-user', '-e', 'of-gatehouse', '.'],
      ...{ timeoutMs: 20_000, outputBytes: 10_000, signal: new AbortController().signal },
      sandbox: { launch: probeLaunch(machine, home, needs), folder: home },
    });
    if ('notStarted' in end) throw new Error(JSON.stringify(end));
    expect(end.stdout.toString('utf8')).toBe('./.config/editor.json:setting-of-the-user\n');
  });
});

it.each(['/home/ada', '/home'])('N7 the ask for %s says what commands see there', (root) => {
  const warning = rootWarning(root, { home: '/home/ada', ownPaths: [] });
  expect(warning).toContain('do not see well-known keys and tokens');
  expect(warning).toContain('but everything else');
});
