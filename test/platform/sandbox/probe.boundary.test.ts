import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { probeLaunch } from '../../../src/main/core/core.ts';
import { quickSha256 } from '../../../src/main/platform/ledger/marks.ts';
import { findSystemProgram } from '../../../src/main/platform/sandbox/find-bwrap.ts';
import { openSandbox } from '../../../src/main/platform/sandbox/open-sandbox.ts';
import { probeSandbox, statusFrom } from '../../../src/main/platform/sandbox/probe.ts';
import { causeOf } from '../../../src/main/platform/sandbox/sandbox-causes.ts';
import { put, scratch } from '../../fakes/scratch.ts';
import { sandboxRuns } from '../../support/sandbox-here.ts';

const opened = async (platform: NodeJS.Platform = process.platform) => {
  const dataDir = scratch();
  const home = scratch();
  const needs = { home, ownPaths: [dataDir], sha256: quickSha256 };
  const machine = await openSandbox({
    ...{ dataDir, home, user: 'ada', platform },
    launchIn: (own, folder) => probeLaunch(own, folder, needs),
  });
  return { machine, dataDir, needs };
};

describe.runIf(sandboxRuns)('the probe at startup', () => {
  test('N18 finds a sandbox that works, and leaves nothing behind', async () => {
    const { machine, dataDir } = await opened();
    expect(machine.status()).toMatchObject({ kind: 'ready' });
    expect(fs.existsSync(path.join(dataDir, 'sandbox/probe'))).toBe(false);
  });

  test('N18 a profile that shows our data counts as no sandbox', async () => {
    const { machine, dataDir, needs } = await opened();
    const launchIn = (folder: string) => {
      const launch = probeLaunch(machine, folder, needs);
      const at = launch.args.lastIndexOf('--remount-ro');
      const args = launch.args.toSpliced(at, 0, '--bind', dataDir, dataDir);
      return { ...launch, args };
    };
    const status = await probeSandbox({ dataDir, launchIn });
    expect(status).toMatchObject({ kind: 'unavailable', cause: 'failed' });
    expect(JSON.stringify(status)).toContain('data');
  });

  test('N18 a bubblewrap that fails is named with its cause', async () => {
    const { machine, dataDir, needs } = await opened();
    const said = (text: string) => {
      const fake = put(scratch(), 'bwrap', `#!/bin/sh\necho "bwrap: ${text}" >&2\nexit 1\n`);
      fs.chmodSync(fake, 0o755);
      return (folder: string) => ({ ...probeLaunch(machine, folder, needs), bwrap: fake });
    };
    const launchIn = said('setting up uid map: Permission denied');
    expect(await probeSandbox({ dataDir, launchIn })).toMatchObject({ cause: 'apparmor' });
  });
});

test('N18 another system has no sandbox, and says so', async () => {
  const { machine } = await opened('win32');
  expect(machine.status()).toMatchObject({ cause: 'unsupported-system' });
});

describe('what bubblewrap says', () => {
  const cause = (said: string, cloneIsOff = false) =>
    causeOf(`bwrap: ${said}`, { cloneIsOff }).cause;

  it.each([
    ['setting up uid map: Permission denied', 'apparmor'],
    ['loopback: Failed RTM_NEWADDR: Operation not permitted', 'apparmor'],
    [
      'Creating new namespace failed: nesting depth or /proc/sys/user/max_user_namespaces exceeded (ENOSPC)',
      'namespaces',
    ],
    [
      'No permissions to create new namespace, likely because the kernel does not allow it',
      'container',
    ],
    ['something new', 'failed'],
  ])('N18 %s: %s', (said, expected) => {
    expect(cause(said)).toBe(expected);
  });

  it("N18 Debian's sysctl is distinguished from a container", () => {
    expect(cause('No permissions to create new namespace', true)).toBe('namespaces');
  });

  it('N18 a test that did not come to its end, or found something, is no sandbox', () => {
    expect(statusFrom('end\n', '0.8.0')).toEqual({ kind: 'ready', version: '0.8.0' });
    expect(statusFrom('', '0.8.0').kind).toBe('unavailable');
    expect(statusFrom('route\nend\n', '0.8.0').kind).toBe('unavailable');
  });
});

describe('bubblewrap itself', () => {
  it('N18 is not taken from a folder that others than root can write to', () => {
    const folder = scratch();
    fs.chmodSync(put(folder, 'bwrap', '#!/bin/sh\n'), 0o755);
    expect(findSystemProgram('bwrap', [folder])).toBeNull();
  });

  it('N18 is not looked for on PATH', () => {
    expect(findSystemProgram('no-such-program')).toBeNull();
    expect(findSystemProgram('sh')).toMatch(/^\//);
  });
});
