import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LedgerCheck } from '../../src/main/platform/ledger/ledger-check.ts';
import { makeMac } from '../../src/main/platform/ledger/marks.ts';
import { checkpointFileName, checkpointLine } from '../../src/shared/ledger/checkpoint.ts';
import { TestApp } from '../fakes/test-app.ts';
import { scratch } from '../fakes/scratch.ts';

async function appWithCheck() {
  const app = await TestApp.open();
  for (let at = 0; at < 50; at += 1) await app.app.core.note('test', `Grüße ${at} \uFFFD`);
  await app.app.dispose();
  const check = new LedgerCheck({
    dataDir: app.dataDir,
    key: new Uint8Array(32),
    clock: { now: () => 7 },
  });
  onTestFinished(() => check.dispose());
  return { check, dataDir: app.dataDir, file: path.join(app.dataDir, 'audit', '000001.jsonl') };
}

describe('verifying the ledger from the window', () => {
  test('says that all is as it was written', async () => {
    const { check } = await appWithCheck();
    const [item, other] = await Promise.all([check.run(), check.run()]);
    expect(item).toBe(other);
    expect(item).toMatchObject({ kind: 'verified', at: 7, verdict: { ok: true, problem: null } });
    expect(await check.run()).not.toBe(item);
  });

  test('names the first line that is not', async () => {
    const { check, file } = await appWithCheck();
    const text = fs.readFileSync(file, 'utf8');
    fs.writeFileSync(file, text.replace('Grüße 20', 'Grüße 21'));
    const changed = text.split('\n').findIndex((line) => line.includes('Grüße 20 ')) + 1;
    expect(await check.run()).toMatchObject({ verdict: { ok: false, problem: { seq: changed } } });
  });

  test('sees bytes that are no text, though they read like the ones that were there', async () => {
    const { check, file } = await appWithCheck();
    const bytes = fs.readFileSync(file);
    const at = bytes.lastIndexOf(Buffer.from('\uFFFD'));
    // Reads as the same character, but is another byte.
    fs.writeFileSync(
      file,
      Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff]), bytes.subarray(at + 3)]),
    );
    expect(await check.run()).toMatchObject({ verdict: { ok: false } });
  });

  test('holds it against the checkpoints kept elsewhere', async () => {
    const { file, dataDir } = await appWithCheck();
    const folder = scratch();
    const key = randomBytes(32);
    const check = new LedgerCheck({
      dataDir,
      checkpointFolder: () => folder,
      key,
      clock: { now: () => 7 },
    });
    onTestFinished(() => check.dispose());
    const last = JSON.parse(fs.readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '') as {
      seq: number;
      hash: string;
    };
    const checkpoints = path.join(folder, checkpointFileName);
    fs.writeFileSync(checkpoints, `${checkpointLine(last, 0, makeMac(key))}\n`);
    expect(await check.run()).toMatchObject({
      verdict: { ok: true, checkpoints: { agreed: 1, upTo: last.seq } },
    });
    fs.writeFileSync(checkpoints, `${checkpointLine(last, 0, makeMac(randomBytes(32)))}\n`);
    expect(await check.run()).toMatchObject({ verdict: { ok: false } });
  });

  test('says so when it cannot, and can be broken off', async () => {
    const { check, file } = await appWithCheck();
    fs.rmSync(path.dirname(file), { recursive: true });
    expect(await check.run()).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('ENOENT'),
    });
    const running = check.run();
    await check.dispose();
    expect(await running).toMatchObject({ kind: 'failed' });
  });
});
