import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { Discovery, discoveryFileName } from '../../src/shared/app/discovery.ts';
import { electronArgs, electronEnv, electronPath, expect, test } from './support/app.ts';
import type { Desktop } from './support/desktop.ts';

const token = 'management-token-of-the-test-0123456789';

/** Without Playwright, which adds its own switches. */
async function startAlone(
  dataDir: string,
  desktop: Desktop,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
) {
  fs.rmSync(path.join(dataDir, discoveryFileName), { force: true });
  fs.writeFileSync(path.join(dataDir, 'settings.json'), '{"approveOverHttp":true}');
  const child = spawn(electronPath, [...electronArgs('--no-window'), ...args], {
    env: { ...electronEnv(dataDir, desktop), MCP_TOKEN: token, ...env },
    stdio: 'ignore',
  });
  const read = (): string | null => {
    const file = path.join(dataDir, discoveryFileName);
    if (!fs.existsSync(file)) return null;
    return new URL(Discovery.parse(JSON.parse(fs.readFileSync(file, 'utf8'))).mcpUrl).origin;
  };
  await expect.poll(read, { timeout: 20_000 }).not.toBeNull();
  const post = async (route: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { Authorization: token, 'Content-Type': 'application/json' };
    const sent = { method: 'POST', headers, body: JSON.stringify(body) };
    return (await (await fetch(`${read()}${route}`, sent)).json()) as Record<string, unknown>;
  };
  const stop = async (): Promise<void> => {
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGTERM');
    await closed;
  };
  return { post, stop };
}

const ledgerOf = (dataDir: string): string =>
  fs.readFileSync(path.join(dataDir, 'audit', '000001.jsonl'), 'utf8');

const approveOne = async (
  { post }: Awaited<ReturnType<typeof startAlone>>,
  root: string,
): Promise<Record<string, unknown>> => {
  const access = { scopes: ['read:files'], roots: [root], reason: 'to test', ttl_seconds: 60 };
  const { request_id } = await post('/mcp/request_access', { agent_id: 'tester', ...access });
  return post('/mcp/approve', { request_id, approved_scopes: ['read:files'] });
};

for (const given of [
  ['-remote-debugging-port=0'],
  ['--remote-debugging-port=0'],
  ['-load-extension=/tmp'],
  ['--disable-web-security'],
  ['--js-flags=--expose-gc'],
]) {
  test(`H9 started with ${given.join(' ')}: in the ledger and the tray, and no approval over HTTP`, async ({
    dataDir,
    desktop,
  }) => {
    const root = fs.mkdtempSync(`${dataDir}-work`);
    const app = await startAlone(dataDir, desktop, given);
    try {
      expect(await approveOne(app, root)).toMatchObject({
        error: { code: 'approvals-off' },
      });
      const name = given[0]?.replace(/^-+/, '').replace(/=.*/, '') ?? '';
      expect(ledgerOf(dataDir)).toMatch(new RegExp(`gatehouse.switches.*--${name}`));
      expect(ledgerOf(dataDir)).toContain('approval.refused');
      const lines = (await desktop.menu()).map(({ label }) => label);
      expect(lines.join('\n')).toMatch(new RegExp(`Started with --${name}`));
    } finally {
      await app.stop();
    }
  });
}

test('H9 a start without a sandbox is recorded, and the user may still approve', async ({
  dataDir,
  desktop,
}) => {
  const root = fs.mkdtempSync(`${dataDir}-work`);
  const app = await startAlone(dataDir, desktop, ['--no-sandbox']);
  try {
    expect(await approveOne(app, root)).toHaveProperty('session_id');
    expect(ledgerOf(dataDir)).toContain('started with --no-sandbox');
  } finally {
    await app.stop();
  }
});
