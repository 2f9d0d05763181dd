/** What the command line lists, takes away and follows, of a whole running house. */
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { cliEnv, readJson, run, script } from './cli-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const nasty = 'to read\u001B]0;owned\u0007\u202Ethe \u001B[31mnotes';

async function appWithAsk(reason = 'to read the notes') {
  const app = await TestApp.open();
  const client = await app.connect('cursor');
  const root = scratch();
  const accessArgs = { scopes: ['read:files'], roots: [root], reason };
  const asking = client.callTool({ name: 'request_access', arguments: accessArgs });
  const ask = await app.nextAsk();
  return { app, client, root, asking, ask, dataDir: app.dataDir };
}

describe('asks', () => {
  test('are listed as text and JSON, and denied by the start of their id', async () => {
    const { ask, asking, dataDir, root } = await appWithAsk();
    const said = await run(dataDir, 'pending');
    expect(said.stdout).toContain(`${ask.askId}  cursor`);
    expect(said.stdout).toContain(`read:files in ${root}: “to read the notes”`);
    const json = await run(dataDir, 'pending', '--json');
    expect(readJson(json.stdout)).toMatchObject([{ ask_id: ask.askId, agent_id: 'cursor' }]);

    const start = ask.askId.slice(0, 8);
    const denied = await run(dataDir, 'deny', start, '--reason', 'not today');
    expect(denied).toMatchObject({ code: 0, stdout: `Denied ${ask.askId}.\n` });
    expect(JSON.stringify(await asking)).toContain('not today');
    expect((await run(dataDir, 'pending')).stdout).toBe('Nothing is waiting for you.\n');
    expect(await run(dataDir, 'deny', start)).toMatchObject({ code: 1 });
  });

  test('a reason written by Gatehouse is not shown as the agent’s', async () => {
    const app = await TestApp.open();
    const client = await app.connect('cursor');
    const file = path.join(scratch(), 'notes.txt');
    const calling = client.callTool({ name: 'open_file', arguments: { path: file } });
    calling.catch(() => undefined);
    await app.nextAsk();
    const { stdout } = await run(app.dataDir, 'pending');
    expect(stdout).toContain('. No reason given. It called open_file without having access.');
    expect(stdout).not.toContain('“');
  });

  test('text of an agent cannot control the terminal', async () => {
    const { dataDir, asking } = await appWithAsk(nasty);
    asking.catch(() => undefined);
    const { stdout } = await run(dataDir, 'pending');
    expect(Array.from(stdout).filter((one) => /\p{C}/u.test(one) && one !== '\n')).toEqual([]);
    expect(stdout).toContain('⟨U+001B⟩');
  });
});

describe('sessions', () => {
  test('are listed and ended, one or all; no command approves anything', async () => {
    const { app, asking, dataDir } = await appWithAsk();
    expect((await run(dataDir, 'sessions')).stdout).toBe('No active sessions\n');
    await app.answerNext(allowAll);
    await asking;
    const json = await run(dataDir, 'sessions', '--json');
    const [session] = readJson(json.stdout) as { session_id: string }[];
    const id = session?.session_id ?? '';
    expect((await run(dataDir, 'sessions')).stdout).toMatch(new RegExp(`${id}  cursor +\\w+`));
    expect(await run(dataDir, 'revoke', id.slice(0, 6))).toMatchObject({ code: 0 });
    expect(await run(dataDir, 'revoke', id)).toMatchObject({ code: 1 });
    const all = await run(dataDir, 'revoke', '--all', '--json');
    expect(readJson(all.stdout)).toEqual({ revoked: 0 });
    expect((await run(dataDir, 'sessions', '--all')).stdout).toContain('REVOKED');
    expect(await run(dataDir, 'approve', id)).toMatchObject({ code: 2 });
  });
});

describe('the log', () => {
  test('is filtered and printed oldest first', async () => {
    const { app, asking, dataDir } = await appWithAsk();
    await app.answerNext(allowAll);
    await asking;
    const json = await run(dataDir, 'log', '--json', '--actor', 'cursor');
    expect(readJson(json.stdout)).toMatchObject([{ action: 'request_access', outcome: 'done' }]);
    const said = await run(dataDir, 'log', '--action', 'request_access', '-n', '5');
    expect(said.stdout).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d {2}cursor +request_access +done /);
    const none = await run(dataDir, 'log', '--actor', 'nobody');
    expect(none).toMatchObject({ code: 0, stdout: 'No matching entries.\n' });
    for (const words of [
      ['--since', 'soon'],
      ['-n', '0'],
      ['--limit', 'x'],
    ])
      expect(await run(dataDir, 'log', ...words)).toMatchObject({ code: 2 });
  });

  test('follows new entries, one line of JSON each', async () => {
    const { app, asking, dataDir } = await appWithAsk();
    const args = [script, 'log', '-f', '--json', '--actor', 'cursor'];
    const following = spawn(process.execPath, args, { env: cliEnv(dataDir) });
    let received = '';
    following.stdout.on('data', (bytes: Buffer) => (received += bytes.toString()));
    onTestFinished(() => void following.kill('SIGKILL'));
    await eventually(() => received.includes('"outcome":"open"'), 20_000);
    await app.answerNext(allowAll);
    await asking;
    await eventually(() => received.includes('"outcome":"done"'), 20_000);
    const lines = received.trimEnd().split('\n');
    for (const line of lines) expect(readJson(line)).toMatchObject({ actor: 'cursor' });
  });
});

describe('doctor', () => {
  test.each([
    ['ledger', 'data/audit'],
    ['data folder', 'data'],
  ])('says so where a file lies in the place of the %s', async (what, file) => {
    const folder = scratch();
    put(folder, file);
    const { code, stdout } = await run(path.join(folder, 'data'), 'doctor', '--json');
    expect(code).toBe(1);
    const { findings } = readJson(stdout) as { findings: object[] };
    expect(findings).toContainEqual(
      expect.objectContaining({ what, state: 'bad', advice: expect.stringContaining('move ') }),
    );
  });

  test('finds no problem in a healthy app and lists what it checked', async () => {
    const app = await TestApp.open();
    const { code, stdout } = await run(app.dataDir, 'doctor', '--json');
    const { ok, findings } = readJson(stdout) as { ok: boolean; findings: { what: string }[] };
    expect([code, ok]).toEqual([0, true]);
    const looked = new Set(findings.map((finding) => finding.what));
    for (const what of ['running', 'version', 'port', 'clients', 'index', 'keyring', 'disk'])
      expect(looked).toContain(what);
    for (const what of ['data folder', 'secret files', 'ledger', 'approving', 'command runs on'])
      expect(looked).toContain(what);
  });

  test('names each problem and how to fix it', async () => {
    const app = await TestApp.open();
    const file = path.join(app.dataDir, 'client-keys.json');
    await app.newKey('cursor');
    fs.chmodSync(file, 0o644);
    const ledger = path.join(app.dataDir, 'audit', '000001.jsonl');
    fs.writeFileSync(ledger, fs.readFileSync(ledger, 'utf8').replace('"seq":2', '"seq":7'));
    const { code, stdout } = await run(app.dataDir, 'doctor');
    expect(code).toBe(1);
    expect(stdout).toContain('other users can read client-keys.json');
    expect(stdout).toContain(`chmod 600 '${file}'`);
    expect(stdout).toMatch(/BAD +ledger +Entry/);
    expect(stdout).toContain('2 problems to fix.');
  });

  test('says when the app is not running', async () => {
    const { code, stdout } = await run(scratch(), 'doctor', '--json');
    expect(code).toBe(1);
    expect(readJson(stdout)).toMatchObject({
      findings: expect.arrayContaining([
        expect.objectContaining({ what: 'running', state: 'bad' }),
      ]),
    });
  });
});

test('every command has its own help', async () => {
  const names = ['status', 'pending', 'sessions', 'revoke', 'deny', 'log', 'verify', 'doctor'];
  for (const name of [...names, 'keys', 'stdio']) {
    const { code, stdout } = await run(scratch(), name, '--help');
    expect([code, stdout.split(':')[0]]).toEqual([0, `gatehouse ${name}`]);
  }
});
