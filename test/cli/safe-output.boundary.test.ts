/** Whatever others named or answered: the terminal only shows it. */
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { safeJson, safeText } from '../../src/cli/terminal/output.ts';
import { replyProof } from '../../src/main/transports/http/server-proof.ts';
import { makeProve } from '../../src/main/platform/keys/server-proof.ts';
import { proofKey } from '../transports/test-app.ts';
import { scratch } from '../fakes/scratch.ts';
import { announce, run } from './cli-fixture.ts';

vi.setConfig({ testTimeout: 90_000 });

const nasty = [
  '\u001B[2J\u001B[31mred\u001B[8m',
  '\u001B]0;title\u0007',
  '\u001B]52;c;ZXZpbA==\u001B\\',
  '\u009B2J\u009D0;x\u009C',
  'real\rfake',
  'a\u0008\u0008b\u007F',
  '\u202Etxt.exe\u2066\u200B\u{E0041}',
].join(' ');

// Whatever is no plain character, line or tab.
const steers = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const steersIn = (text: string): string | undefined =>
  steers.exec(text.replaceAll(/[\n\t]/g, ''))?.[0];

test('G15 the command line prints only its own colour codes', () => {
  expect(steersIn(safeText(nasty, false))).toBeUndefined();
  const painted = safeText(`\u001B[31mbad\u001B[39m ${nasty}`, true);
  expect(painted.startsWith('\u001B[31mbad\u001B[39m ')).toBe(true);
  expect(
    steersIn(
      painted
        .replaceAll(/\P{ASCII}/gu, '')
        .replaceAll('\u001B[31m', '')
        .replaceAll('\u001B[39m', ''),
    ),
  ).toBeUndefined();
  expect(safeText('two\nlines\tand a tab', false)).toBe('two\nlines\tand a tab');
});

test('G15 JSON output stays equivalent and contains no terminal control characters', () => {
  const text = safeJson({ [nasty]: [nasty, 1, null] });
  expect(steersIn(text)).toBeUndefined();
  expect(JSON.parse(text)).toEqual({ [nasty]: [nasty, 1, null] });
});

/** A house whose every answer is full of them. */
async function hostileApp(): Promise<string> {
  const prove = makeProve(proofKey);
  const entry = {
    ts: nasty,
    actor: nasty,
    action: nasty,
    outcome: nasty,
    code: nasty,
    subject: nasty,
  };
  const answer = {
    ...{ version: nasty, pending: 1, sessions: 1, mcp_url: nasty, index: nasty, ledger: nasty },
    notices: [{ id: nasty, tone: 'trouble', title: nasty, text: nasty }],
    keys: [{ name: nasty, created: nasty, added: nasty }],
    sessions_list: [],
    requests: [{ id: nasty, client: nasty, reason: nasty, folders: [nasty] }],
    entries: [{ ...entry, seq: 1, last_seq: 1, path: nasty }],
    error: undefined as unknown,
  };
  const server = http.createServer((request, response) => {
    const { port } = server.address() as AddressInfo;
    if (replyProof(request, response, { prove, port })) return;
    const isWrite = request.method === 'POST';
    const body = JSON.stringify(
      isWrite ? { error: { code: nasty, message: nasty, hint: nasty } } : answer,
    );
    response.writeHead(200, { 'Content-Length': Buffer.byteLength(body) }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const dataDir = scratch();
  await announce(dataDir, (server.address() as AddressInfo).port);
  return dataDir;
}

test.each([
  [['status']],
  [['doctor']],
  [['keys', 'list']],
  [['keys', 'add', 'x']],
  [['pending']],
  [['sessions']],
  [['log']],
  [['revoke', nasty]],
  [[nasty]],
  [['log', `--${nasty}`]],
  [['help', nasty]],
])('G15 gatehouse %j prints nothing that steers a terminal, in words or as JSON', async (words) => {
  const dataDir = await hostileApp();
  for (const more of [[], ['--json']]) {
    const { stdout, stderr } = await run(dataDir, ...words, ...more);
    expect([steersIn(stdout), steersIn(stderr)]).toEqual([undefined, undefined]);
    if (more.length > 0 && stdout !== '') expect(() => JSON.parse(stdout)).not.toThrow();
  }
});
