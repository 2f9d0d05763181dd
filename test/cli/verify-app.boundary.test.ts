/** The app and the command line agree on where the ledger, the key and the checkpoints are. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { openApp } from '../../src/main/app.ts';
import { quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { checkpointFolderOf } from '../../src/shared/ledger/checkpoint.ts';
import type { VerifyResult } from '../../src/shared/ledger/verify.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { fakeShell } from '../fakes/fake-shell.ts';
import { scratch } from '../fakes/scratch.ts';

const script = path.join(import.meta.dirname, 'run-cli.mjs');

function verified(env: Record<string, string>): Promise<VerifyResult & { warnings: string[] }> {
  const own = { PATH: process.env['PATH'], ELECTRON_RUN_AS_NODE: '1', NODE_NO_WARNINGS: '1' };
  return new Promise((resolve) => {
    const args = [script, 'verify', '--json'];
    execFile(process.execPath, args, { env: { ...own, ...env } }, (_error, stdout) =>
      resolve(JSON.parse(stdout) as VerifyResult & { warnings: string[] }),
    );
  });
}

test('K7 the app’s ledger verifies, also while it runs; truncation is detected', async () => {
  const base = scratch();
  // By another name, as people do with links in their home.
  fs.mkdirSync(path.join(base, 'real'));
  fs.symlinkSync(path.join(base, 'real'), path.join(base, 'home'));
  const wanted = path.join(base, 'home', 'data');
  const env = { GATEHOUSE_DATA_DIR: wanted, GATEHOUSE_CHECKPOINT_DIR: path.join(base, 'second') };
  const app = await openApp({
    dataDir: wanted,
    version: '0.0.0-test',
    clock: new FakeClock(),
    shell: fakeShell(),
    port: 0,
    managementToken: 'management-token-of-the-test',
    window: 'never',
    checkpointFolder: (dataDir) =>
      checkpointFolderOf({ platform: process.platform, env, home: base }, dataDir, quickSha256),
  });
  for (let at = 0; at < 12; at += 1) await app.core.note('test', `${at}`);
  expect(await verified(env)).toMatchObject({ ok: true, warnings: [] });
  await app.dispose();

  const whole = await verified(env);
  expect(whole).toMatchObject({ ok: true, warnings: [], problem: null });
  expect(whole.checkpoints.upTo).toBe(whole.entries);
  const file = path.join(wanted, 'audit', '000001.jsonl');
  const lines = fs.readFileSync(file, 'utf8').split('\n');
  fs.writeFileSync(file, `${lines.slice(0, 5).join('\n')}\n`);
  expect((await verified(env)).problem).toMatchObject({ seq: 6 });
});
