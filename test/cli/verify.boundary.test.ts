/** `gatehouse verify` as people run it: another process, no app, its words and its exit code. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Ledger } from '../../src/main/core/ledger/ledger.ts';
import { AuditFile } from '../../src/main/platform/ledger/ledger-file.ts';
import { CheckpointFile } from '../../src/main/platform/ledger/checkpoint-file.ts';
import { makeMac, quickSha256 } from '../../src/main/platform/ledger/marks.ts';
import { systemClock } from '../../src/main/platform/system/clock.ts';
import { checkpointFolderOf } from '../../src/shared/ledger/checkpoint.ts';
import type { VerifyResult } from '../../src/shared/ledger/verify.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { rechained } from '../faults/lib/tampering.ts';

const script = path.join(import.meta.dirname, 'run-cli.mjs');
const key = Buffer.alloc(32, 9);

interface VerifiedApp {
  readonly dataDir: string;
  readonly second: string;
}

/** A ledger of 25 entries in a few segments, closed in order. */
async function appWithLedger(): Promise<VerifiedApp> {
  const dataDir = path.join(scratch(), 'data');
  fs.mkdirSync(dataDir);
  put(dataDir, 'install.key', key);
  const app = { dataDir, second: path.join(path.dirname(dataDir), 'second') };
  await write(app, 25);
  return app;
}

async function write({ dataDir, second }: VerifiedApp, records: number): Promise<void> {
  const env = { GATEHOUSE_CHECKPOINT_DIR: second };
  const folder = checkpointFolderOf({ platform: 'linux', env, home: '/' }, dataDir, quickSha256);
  const checkpoints = new CheckpointFile(folder, systemClock.monotonic);
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  // As if there were ten milliseconds between them: then every tenth has its checkpoint.
  let pauses = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + pauses };
  const needs = { clock, user: 'ada', newId: () => crypto.randomUUID() };
  const handlers = { sha256: quickSha256, mac: makeMac(key), redact: (text: string) => text };
  const ledger = new Ledger(
    { ...needs, ...handlers, ledgerStore, checkpoints },
    { segmentLength: 3_000 },
  );
  await ledger.start();
  for (let at = 1; at <= records; at += 1) {
    const facts = { entry: `e${at}`, actor: 'a', action: 'a', detail: `${at}` };
    await ledger.record({ phase: 'note', ...facts });
    pauses += 10;
  }
  await ledger.dispose();
  await checkpoints.dispose();
  await ledgerStore.dispose();
}

function run({ dataDir, second }: VerifiedApp, ...words: readonly string[]) {
  const env = {
    PATH: process.env['PATH'],
    HOME: dataDir,
    GATEHOUSE_DATA_DIR: dataDir,
    GATEHOUSE_CHECKPOINT_DIR: second,
    ELECTRON_RUN_AS_NODE: '1',
    NODE_NO_WARNINGS: '1',
  };
  return new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const args = [script, 'verify', ...words];
    execFile(process.execPath, args, { env }, (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

const segments = ({ dataDir }: VerifiedApp): readonly string[] =>
  fs
    .readdirSync(path.join(dataDir, 'audit'))
    .toSorted()
    .map((name) => path.join(dataDir, 'audit', name));

const problemIn = (stdout: string): VerifyResult['problem'] =>
  (JSON.parse(stdout) as VerifyResult).problem;

describe('an unchanged ledger', () => {
  test('is reported as intact, in text and JSON', async () => {
    const app = await appWithLedger();
    const [said, json] = await Promise.all([run(app), run(app, '--json')]);
    const count = segments(app).length;
    expect(count).toBeGreaterThan(2);
    expect(said).toEqual({
      code: 0,
      stdout: `The ledger is intact: ${25 + count - 1} entries in ${count} segments; 3 checkpoints agreed.\n`,
      stderr: '',
    });
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      entries: 25 + count - 1,
      segments: count,
      checkpoints: { agreed: 3 },
      problem: null,
      warnings: [],
      folder: path.join(app.dataDir, 'audit'),
    });
  });

  test('missing checkpoints, a missing key or a line being written are mentioned', async () => {
    const app = await appWithLedger();
    fs.appendFileSync(segments(app).at(-1) ?? '', '{"seq":');
    fs.rmSync(path.join(app.dataDir, 'install.key'));
    const noKey = await run(app);
    expect(noKey.code).toBe(0);
    expect(noKey.stdout).toContain('the checkpoint signatures were not verified');
    expect(noKey.stdout).toContain('The last 7 bytes are an incomplete line');
    fs.rmSync(app.second, { recursive: true });
    const alone = await run(app);
    expect(alone.code).toBe(0);
    expect(alone.stdout).toContain('There are no checkpoints');
  });
});

describe('K7 a changed ledger', () => {
  test('names the entry, the file and the reason, and exits with 1', async () => {
    const app = await appWithLedger();
    const [first = ''] = segments(app);
    fs.writeFileSync(first, fs.readFileSync(first, 'utf8').replace('"detail":"3"', '"detail":"4"'));
    const [said, json] = await Promise.all([run(app), run(app, '--json')]);
    expect(said).toMatchObject({ code: 1, stderr: '' });
    expect(said.stdout).toContain('Entry 3 was altered: its content was changed.');
    expect(said.stdout).toContain(first);
    expect(json.code).toBe(1);
    expect(problemIn(json.stdout)).toEqual({
      seq: 3,
      from: 3,
      segment: '000001.jsonl',
      why: 'its content was changed',
    });
  });

  test('an invalid byte', async () => {
    const app = await appWithLedger();
    const [, second = ''] = segments(app);
    const bytes = fs.readFileSync(second);
    bytes[bytes.length - 100] = 0xff;
    fs.writeFileSync(second, bytes);
    const { code, stdout } = await run(app, '--json');
    expect([code, problemIn(stdout)?.segment]).toEqual([1, '000002.jsonl']);
  });

  test('a truncated tail, and a folder restored from a backup', async () => {
    const app = await appWithLedger();
    const backup = path.join(path.dirname(app.dataDir), 'backup');
    fs.cpSync(app.dataDir, backup, { recursive: true });
    await write(app, 10);
    fs.rmSync(app.dataDir, { recursive: true });
    fs.renameSync(backup, app.dataDir);
    const rolledBack = await run(app);
    expect(rolledBack.code).toBe(1);
    expect(rolledBack.stdout).toMatch(/the ledger ends before it, but entry \d+ was recorded/);
    await write(app, 20);
    expect((await run(app)).stdout).toMatch(/it is not what it was at/);
  });

  test('a rebuilt chain, also with new checkpoints', async () => {
    const app = await appWithLedger();
    const files = segments(app);
    const lines = files.map((file) => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1));
    for (const [at, made] of rechained(lines, 8).entries()) {
      fs.writeFileSync(files[at] ?? '', made.map((line) => `${line}\n`).join(''));
    }
    const { code, stdout } = await run(app, '--json');
    expect(code).toBe(1);
    const problem = problemIn(stdout);
    expect([problem?.from, problem?.seq]).toEqual([1, 10]);
  });

  test('a middle segment that is missing or truncated', async () => {
    const app = await appWithLedger();
    const [first = '', second = ''] = segments(app);
    const { size } = fs.statSync(first);
    fs.truncateSync(first, size - 5);
    expect((await run(app)).code).toBe(1);
    fs.rmSync(second);
    expect((await run(app)).code).toBe(1);
  });
});

describe('when there is nothing to verify', () => {
  test('no ledger, or too many arguments', async () => {
    const empty = { dataDir: scratch(), second: scratch() };
    expect(await run(empty)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no ledger in'),
    });
    expect((await run(empty, 'now')).code).toBe(2);
  });
});
