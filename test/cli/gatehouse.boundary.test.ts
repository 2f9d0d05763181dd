/** The command as people and scripts run it: another process, its words and its exit code. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { agent, granted, readAccess } from '../core/core-fixture.ts';
import { proofKey, tokens } from '../transports/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { findableApp, readJson, run } from './cli-fixture.ts';

// Several processes each, and they start slowly on a busy machine.
vi.setConfig({ testTimeout: 40_000 });

describe('exit code 0: success', () => {
  test('help is shown without arguments and with --help', async () => {
    const dataDir = scratch();
    const answers = await Promise.all([run(dataDir), run(dataDir, 'help'), run(dataDir, '-h')]);
    for (const { code, stdout, stderr } of answers) {
      expect(code).toBe(0);
      expect(stdout).toContain('gatehouse keys add NAME');
      expect(stderr).toBe('');
    }
  });

  test('status prints text and JSON', async () => {
    const { core, clock, dataDir, mcpUrl } = await findableApp();
    await granted(core, clock);
    core.requests.open({ ...readAccess, roots: ['/w/lib'] }, agent);
    await clock.advance(0);
    const [said, json] = await Promise.all([
      run(dataDir, 'status'),
      run(dataDir, 'status', '--json'),
    ]);
    expect(said).toEqual({
      code: 0,
      stdout: `Gatehouse 1.2.3 listens at ${mcpUrl}\n1 pending ask, 1 active session\n`,
      stderr: '',
    });
    expect(readJson(json.stdout)).toMatchObject({
      running: true,
      pid: process.pid,
      version: '1.2.3',
      pending: 1,
      sessions: 1,
    });
  });

  test('a key is created, listed and revoked', async () => {
    const { clientKeys, dataDir, mcpUrl } = await findableApp();
    expect((await run(dataDir, 'keys', 'list')).stdout).toBe('No client has a key yet.\n');
    const added = await run(dataDir, 'keys', 'add', 'cursor');
    const key = added.stdout.split('\n')[0] ?? '';
    expect(clientKeys.ownerOf(key)).toBe('cursor');
    expect(added.stdout).toContain(mcpUrl);
    const [listed, json] = await Promise.all([
      run(dataDir, 'keys', 'list'),
      run(dataDir, 'keys', 'list', '--json'),
    ]);
    expect(listed.stdout).toMatch(/^CLIENT +SINCE\ncursor +2030-01-0\d \d\d:00:00\n$/);
    expect(readJson(json.stdout)).toEqual([
      { name: 'cursor', created: '2030-01-01T12:00:00.000Z' },
    ]);
    const revoked = await run(dataDir, 'keys', 'revoke', 'cursor');
    expect([revoked.code, clientKeys.ownerOf(key)]).toEqual([0, null]);
  });

  test('a key for a client that cannot send headers may be part of the URL', async () => {
    const { clientKeys, dataDir, mcpUrl } = await findableApp();
    const { stdout } = await run(dataDir, 'keys', 'add', 'cursor', '--in-path');
    const key = stdout.split('\n')[0] ?? '';
    expect(stdout).toContain(`${mcpUrl}/k/${key}`);
    expect(clientKeys.pathKeyAllowed('cursor' as ClientId)).toBe(true);
    await run(dataDir, 'keys', 'add', 'claude');
    expect(clientKeys.pathKeyAllowed('claude' as ClientId)).toBe(false);
  });

  test('a key for a script is printed as one line of JSON', async () => {
    const { clientKeys, dataDir } = await findableApp();
    const { stdout } = await run(dataDir, 'keys', 'add', 'cursor', '--json');
    const { name, key } = readJson(stdout) as { name: string; key: string };
    expect([name, clientKeys.ownerOf(key)]).toEqual(['cursor', 'cursor']);
  });
});

describe('exit code 1: refused, with the reason', () => {
  test.each([
    [['keys', 'add', 'Not_A_Name'], 'lower-case letters', 'invalid-arguments'],
    [['keys', 'revoke', 'nobody'], 'No client has that name', 'unknown-client'],
  ])('%j', async (words, said, errorCode) => {
    const { dataDir } = await findableApp();
    const [plain, json] = await Promise.all([
      run(dataDir, ...words),
      run(dataDir, ...words, '--json'),
    ]);
    expect(plain).toMatchObject({ code: 1, stdout: '', stderr: expect.stringContaining(said) });
    expect(json).toMatchObject({ code: 1, stderr: '' });
    expect(readJson(json.stdout)).toEqual({
      error: { code: errorCode, message: expect.stringContaining(said) },
    });
  });

  test('a wrong management token', async () => {
    const { dataDir } = await findableApp();
    fs.writeFileSync(path.join(dataDir, 'management.token'), tokens.cursor);
    expect(await run(dataDir, 'status')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not valid here'),
    });
  });
});

describe('exit code 2: invalid usage', () => {
  test.each([
    [['dance'], 'Unknown command "dance"'],
    [['toString'], 'Unknown command "toString"'],
    [['status', 'now'], 'Unexpected arguments: now'],
    [['keys'], 'Use keys add'],
    [['keys', 'list', '--in-path'], 'only works with keys add'],
    [['keys', 'burn'], 'Use keys add'],
    [['keys', 'add'], 'Expected one name'],
    [['keys', 'add', 'a', 'b'], 'Expected one name'],
    [['keys', 'list', 'all'], 'Unexpected arguments: all'],
    [['--please'], '--please'],
    [['status', '--json=yes'], '--json'],
  ])('%j', async (words, said) => {
    const { code, stdout, stderr } = await run(scratch(), ...words);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toContain(said);
    expect(stderr).toContain('exit codes: 0 ok, 1 refused, 2 usage, 3 not running');
  });

  test('invalid usage of a known command shows only the help of that command', async () => {
    const { stderr } = await run(scratch(), 'revoke');
    expect(stderr).toContain('Expected one session id');
    expect(stderr).toContain('gatehouse revoke --all');
    expect(stderr).not.toContain('gatehouse doctor');
  });
});

describe('exit code 3: the app is not running', () => {
  /** A discovery file of this very process, at a port where nobody listens. */
  const found = (dataDir: string, own: Record<string, unknown> = {}): string =>
    JSON.stringify({
      pid: process.pid,
      version: '1',
      port: 1,
      url: 'http://127.0.0.1:1',
      mcpUrl: 'http://127.0.0.1:1/mcp',
      browserPort: null,
      pluginSocket: null,
      proofKey,
      managementTokenFile: put(dataDir, 'management.token', tokens.management),
      startedAt: '2030-01-01T00:00:00.000Z',
      ...own,
    });

  test.each([
    ['what is there cannot be read', () => '{"pid":'],
    ['something is missing', () => '{"pid":1}'],
    ['there is no token', (dataDir: string) => found(dataDir, { managementTokenFile: '/no' })],
    ['nobody listens', (dataDir: string) => found(dataDir)],
  ])('%s', async (_what, textFor) => {
    const dataDir = scratch();
    put(dataDir, 'gatehouse.json', textFor(dataDir));
    expect(await run(dataDir, 'status')).toMatchObject({
      code: 3,
      stdout: '',
      stderr: expect.stringContaining('Gatehouse is not running. Start it'),
    });
  });

  test('a process that took over the port of the app receives nothing', async () => {
    const { dataDir } = await findableApp();
    const file = path.join(dataDir, 'gatehouse.json');
    const discovery = readJson(fs.readFileSync(file, 'utf8')) as Record<string, unknown>;
    put(dataDir, 'gatehouse.json', JSON.stringify({ ...discovery, pid: 2 ** 22 + 1 }));
    expect(await run(dataDir, 'status')).toMatchObject({ code: 3, stdout: '' });
  });

  test('--json reports that the app is not running', async () => {
    const { code, stdout, stderr } = await run(scratch(), 'keys', 'add', 'cursor', '--json');
    expect([code, stderr]).toEqual([3, '']);
    expect(readJson(stdout)).toMatchObject({ error: { code: 'not-running' } });
  });
});
