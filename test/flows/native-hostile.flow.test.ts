import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { Readable } from 'node:stream';
import { describe, expect, it, onTestFinished } from 'vitest';
import { hook as answerOf } from '../../src/cli/hook/bridge.ts';
import { shellForm } from '../../src/main/integrations/clients/catalogue/hooks/hook-command.ts';
import { cliEnv } from '../cli/cli-fixture.ts';
import { scratch } from '../fakes/scratch.ts';
import { eventually } from '../fakes/test-app.ts';
import { nativeApp, patientMs, startHook } from './native-app.ts';

const timeout = 2 * patientMs;

describe('N70 a hook without a clear answer is a no', { timeout }, () => {
  const call = JSON.stringify({ hook_event_name: 'PreToolUse', tool_name: 'Bash' });
  const denied = async (
    dataDir: string,
    words: readonly string[],
    input: string | Buffer = call,
  ) => {
    const { code, stdout, stderr } = await startHook(dataDir, words, input).ended;
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    return stderr;
  };

  it('the app is not running', async () => {
    expect(await denied(scratch(), ['claude-code'])).toMatch(
      /isn't running.*Ask the user to start/,
    );
  });

  it('the client has no key, is unknown, or is no name at all', async () => {
    const { app } = await nativeApp();
    expect(await denied(app.dataDir, ['codex'])).toContain('no key for codex');
    expect(await denied(app.dataDir, ['nobody'])).toContain('no key for nobody');
    expect(await denied(app.dataDir, ['../../etc/passwd'])).toContain('Usage');
    expect(await denied(app.dataDir, [])).toContain('Usage');
  });

  it('the key was revoked', async () => {
    const { app } = await nativeApp();
    const body = JSON.stringify({ name: 'claude-code' });
    const headers = {
      Authorization: 'management-token-of-the-test',
      'Content-Type': 'application/json',
    };
    await fetch(`${app.url}/keys/revoke`, { method: 'POST', headers, body });
    expect(await denied(app.dataDir, ['claude-code'])).toContain('This was not run.');
  });

  it.each([
    ['closes at once', (socket: net.Socket) => void socket.destroy()],
    ['answers nonsense', (socket: net.Socket) => void socket.end('yes, go on\r\n\r\n')],
    [
      'allows without a proof',
      (socket: net.Socket) => {
        const body = '{"exitCode":0,"stdout":"","stderr":""}';
        socket.on('data', () =>
          socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\n\r\n${body}`),
        );
      },
    ],
  ])('N71 another program on the socket %s', async (_what, serve) => {
    const { app } = await nativeApp();
    const file = path.join(app.dataDir, 'gatehouse.json');
    const found = JSON.parse(fs.readFileSync(file, 'utf8')) as object;
    const pluginSocket = path.join(scratch(), 'other.sock');
    const received: string[] = [];
    const server = net.createServer((socket) => {
      socket.on('error', () => undefined).on('data', (bytes) => received.push(bytes.toString()));
      serve(socket);
    });
    server.listen(pluginSocket);
    await once(server, 'listening');
    onTestFinished(() => void server.close());
    fs.writeFileSync(file, JSON.stringify({ ...found, pluginSocket }), { mode: 0o600 });
    await denied(app.dataDir, ['claude-code']);
    // Neither the key nor the call went there.
    expect(received.join('')).not.toMatch(/Authorization|PreToolUse/);
  });

  it('the app quits while the user is asked', async () => {
    const app = await nativeApp();
    await app.grant();
    const hook = app.start(app.bash('npm run deploy'));
    await app.confirmation();
    await app.app.app.dispose();
    const { code, stdout } = await hook.ended;
    expect(code === 2 || stdout.includes('"deny"')).toBe(true);
  });

  it('the input is no JSON, too deep, of wrong types, or too long', async () => {
    const { app } = await nativeApp();
    const hostile = [
      '',
      'null',
      '[]',
      '"x"',
      '{',
      '{"a":1}',
      '['.repeat(100_000),
      `{"tool_name":7}`,
    ];
    for (const input of hostile) {
      const { code, stdout } = await startHook(app.dataDir, ['claude-code'], input).ended;
      expect(`${input.slice(0, 20)} ${code === 2 || stdout.includes('deny')}`).toMatch(/true$/);
    }
    const long = Buffer.alloc(100 * 1024 ** 2, 'x');
    expect(await denied(app.dataDir, ['claude-code'], long)).toContain('too large');
    expect(app.app.core.asks.list()).toEqual([]);
  });

  it('the input is binary, or holds NUL', async () => {
    const { app } = await nativeApp();
    const binary = Buffer.from([0x7b, 0xff, 0xfe, 0x00, 0x7d]);
    expect(await denied(app.dataDir, ['claude-code'], binary)).toContain('not text in UTF-8');
    const named = Buffer.concat([Buffer.from('{"tool_name":"Bash'), Buffer.from([0xc3, 0x28])]);
    expect(await denied(app.dataDir, ['claude-code'], named)).toContain('not text in UTF-8');
    expect(await denied(app.dataDir, ['claude-code'], '\0\0')).toContain('not valid JSON');
    expect(app.app.core.asks.list()).toEqual([]);
  });

  it('nobody answers before the limit of the client', async () => {
    const app = await nativeApp();
    await app.grant();
    const sent = Readable.from([Buffer.from(JSON.stringify(app.bash('npm run deploy')))]);
    const late = answerOf(['claude-code', '--data-dir', app.app.dataDir], sent, 1_500);
    await app.confirmation();
    expect(await late).toMatchObject({ exitCode: 2, stdout: '' });
    expect((await late).stderr).toMatch(/Nobody answered .* so this was not run\. Ask the user/);
    await eventually(() => app.app.app.core.asks.list().every((ask) => ask.waiting === 0));
  });

  it('the client stops the shell around the bridge: its question goes', async () => {
    const app = await nativeApp();
    await app.grant();
    const script = path.resolve(import.meta.dirname, '../cli/run-hook.mjs');
    const program = { program: process.execPath, args: [script], env: {} };
    const line = shellForm(program, { client: 'claude-code', isDecision: true });
    const shell = spawn('bash', ['-c', line], { env: cliEnv(app.app.dataDir) });
    onTestFinished(() => void shell.kill('SIGKILL'));
    shell.stdin.end(JSON.stringify(app.bash('npm run deploy')));
    await app.confirmation();
    shell.kill('SIGKILL');
    await eventually(() => app.app.app.core.asks.list().every((ask) => ask.waiting === 0));
  });

  it('a report that cannot be delivered denies nothing', async () => {
    const input = JSON.stringify({ hook_event_name: 'PostToolUse' });
    const { code } = await startHook(scratch(), ['claude-code'], input).ended;
    expect(code).toBe(1);
  });
});

describe('hostile calls', { timeout }, () => {
  it('do not leave the folder by "..", links or NUL', async () => {
    const app = await nativeApp();
    await app.grant();
    const outside = path.join(path.dirname(app.root), 'secret.txt');
    fs.writeFileSync(outside, 'secret');
    fs.symlinkSync(outside, path.join(app.root, 'link.txt'));
    expect(await app.ask(app.write('src/a\0.ts', 'x'))).toMatch(/^deny/);
    const hook = app.start(app.write('link.txt', 'x'));
    const { askId, roots } = await app.accessAsk();
    expect(roots).toEqual([path.dirname(app.root)]);
    app.app.app.core.asks.answer(askId, { kind: 'deny', reason: '' });
    expect((await hook.ended).stdout).toContain('"deny"');
    // The same folder again: the user has said no a moment ago, and is not asked again.
    expect(await app.ask(app.write('../secret.txt', 'x'))).toMatch(/^deny/);
    expect(fs.readFileSync(outside, 'utf8')).toBe('secret');
  });

  it("never touch Gatehouse's own data", async () => {
    const app = await nativeApp();
    await app.grant();
    const file = path.join(app.app.dataDir, 'gatehouse.json');
    const answer = await app.ask(app.bash(`cat ${file}`));
    expect(answer).toMatch(/^deny/);
  });

  it('are limited in number', async () => {
    const app = await nativeApp();
    await app.grant();
    const hooks = Array.from({ length: 12 }, (_, n) => app.start(app.bash(`npm run x${n}`)));
    const { core } = app.app.app;
    let most = 0;
    const denying = setInterval(() => {
      most = Math.max(most, core.asks.list().length);
      for (const { askId } of core.asks.list())
        core.asks.answer(askId, { kind: 'deny', reason: '' });
    }, 500);
    onTestFinished(() => clearInterval(denying));
    const answers = await Promise.all(hooks.map(({ ended }) => ended));
    // Some were refused without a question.
    expect(most).toBeLessThan(hooks.length);
    expect(answers.every(({ stdout }) => stdout.includes('"deny"'))).toBe(true);
  });
});
