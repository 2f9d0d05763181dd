/** `gatehouse verify` as people run it: another process, no app, its words and its exit code. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { Ledger } from '../../src/main/core/audit/ledger.ts';
import { AuditFile } from '../../src/main/platform/audit-file.ts';
import { CheckpointFile } from '../../src/main/platform/audit/checkpoint-file.ts';
import { makeMac, quickSha256 } from '../../src/main/platform/audit/marks.ts';
import { systemClock } from '../../src/main/platform/clock.ts';
import { checkpointFolderOf } from '../../src/shared/audit-checkpoint.ts';
import type { Verdict } from '../../src/shared/audit-verify.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { chainedAnew } from '../faults/lib/tampering.ts';

const script = path.join(import.meta.dirname, 'run-cli.mjs');
const key = Buffer.alloc(32, 9);

interface House {
  readonly dataDir: string;
  readonly second: string;
}

/** A ledger of 25 entries in a few segments, closed in order. */
async function houseWithLedger(): Promise<House> {
  const dataDir = path.join(scratch(), 'data');
  fs.mkdirSync(dataDir);
  put(dataDir, 'install.key', key);
  const house = { dataDir, second: path.join(path.dirname(dataDir), 'second') };
  await write(house, 25);
  return house;
}

async function write({ dataDir, second }: House, records: number): Promise<void> {
  const env = { GATEHOUSE_CHECKPOINT_DIR: second };
  const folder = checkpointFolderOf({ platform: 'linux', env, home: '/' }, dataDir, quickSha256);
  const checkpoints = new CheckpointFile(folder, systemClock.monotonic);
  const ledgerStore = new AuditFile(dataDir);
  await ledgerStore.start();
  // As if there were ten milliseconds between them: then every tenth has its checkpoint.
  let pauses = 0;
  const clock = { ...systemClock, monotonic: () => systemClock.monotonic() + pauses };
  const needs = { clock, user: 'ada', newId: () => crypto.randomUUID() };
  const hands = { sha256: quickSha256, mac: makeMac(key), redact: (text: string) => text };
  const ledger = new Ledger(
    { ...needs, ...hands, ledgerStore, checkpoints },
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

function run({ dataDir, second }: House, ...words: readonly string[]) {
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

const segments = ({ dataDir }: House): readonly string[] =>
  fs
    .readdirSync(path.join(dataDir, 'audit'))
    .toSorted()
    .map((name) => path.join(dataDir, 'audit', name));

const problemIn = (stdout: string): Verdict['problem'] => (JSON.parse(stdout) as Verdict).problem;

describe('a ledger as it was written', () => {
  test('is said to be so, for people and for scripts', async () => {
    const house = await houseWithLedger();
    const [said, json] = await Promise.all([run(house), run(house, '--json')]);
    const count = segments(house).length;
    expect(count).toBeGreaterThan(2);
    expect(said).toEqual({
      code: 0,
      stdout: `All is as it was written: ${25 + count - 1} entries in ${count} segments; 3 checkpoints agreed.\n`,
      stderr: '',
    });
    expect(JSON.parse(json.stdout)).toMatchObject({
      ok: true,
      entries: 25 + count - 1,
      segments: count,
      checkpoints: { agreed: 3 },
      problem: null,
      warnings: [],
      folder: path.join(house.dataDir, 'audit'),
    });
  });

  test('without checkpoints, without the key, or with a line being written: said with it', async () => {
    const house = await houseWithLedger();
    fs.appendFileSync(segments(house).at(-1) ?? '', '{"seq":');
    fs.rmSync(path.join(house.dataDir, 'install.key'));
    const noKey = await run(house);
    expect(noKey.code).toBe(0);
    expect(noKey.stdout).toContain('the marks on the checkpoints were not checked');
    expect(noKey.stdout).toContain('The last 7 bytes are no whole line');
    fs.rmSync(house.second, { recursive: true });
    const alone = await run(house);
    expect(alone.code).toBe(0);
    expect(alone.stdout).toContain('There are no checkpoints');
  });
});

describe('K7 one that is not', () => {
  test('names the entry, the file and why, and ends with 1', async () => {
    const house = await houseWithLedger();
    const [first = ''] = segments(house);
    fs.writeFileSync(first, fs.readFileSync(first, 'utf8').replace('"detail":"3"', '"detail":"4"'));
    const [said, json] = await Promise.all([run(house), run(house, '--json')]);
    expect(said).toMatchObject({ code: 1, stderr: '' });
    expect(said.stdout).toContain('Entry 3 is not as it was written: its content was changed.');
    expect(said.stdout).toContain(first);
    expect(json.code).toBe(1);
    expect(problemIn(json.stdout)).toEqual({
      seq: 3,
      from: 3,
      segment: '000001.jsonl',
      why: 'its content was changed',
    });
  });

  test('a byte that is no text any more', async () => {
    const house = await houseWithLedger();
    const [, second = ''] = segments(house);
    const bytes = fs.readFileSync(second);
    bytes[bytes.length - 100] = 0xff;
    fs.writeFileSync(second, bytes);
    const { code, stdout } = await run(house, '--json');
    expect([code, problemIn(stdout)?.segment]).toEqual([1, '000002.jsonl']);
  });

  test('a tail cut off, and a folder put back from a backup', async () => {
    const house = await houseWithLedger();
    const backup = path.join(path.dirname(house.dataDir), 'backup');
    fs.cpSync(house.dataDir, backup, { recursive: true });
    await write(house, 10);
    fs.rmSync(house.dataDir, { recursive: true });
    fs.renameSync(backup, house.dataDir);
    const rolledBack = await run(house);
    expect(rolledBack.code).toBe(1);
    expect(rolledBack.stdout).toMatch(/the ledger ends before it, but entry \d+ was on record/);
    await write(house, 20);
    expect((await run(house)).stdout).toMatch(/it is not what it was at/);
  });

  test('chained anew, also with new checkpoints', async () => {
    const house = await houseWithLedger();
    const files = segments(house);
    const lines = files.map((file) => fs.readFileSync(file, 'utf8').split('\n').slice(0, -1));
    for (const [at, made] of chainedAnew(lines, 8).entries()) {
      fs.writeFileSync(files[at] ?? '', made.map((line) => `${line}\n`).join(''));
    }
    const { code, stdout } = await run(house, '--json');
    expect(code).toBe(1);
    const problem = problemIn(stdout);
    expect([problem?.from, problem?.seq]).toEqual([1, 10]);
  });

  test('a segment in the middle that is gone or ends in the middle of a line', async () => {
    const house = await houseWithLedger();
    const [first = '', second = ''] = segments(house);
    const { size } = fs.statSync(first);
    fs.truncateSync(first, size - 5);
    expect((await run(house)).code).toBe(1);
    fs.rmSync(second);
    expect((await run(house)).code).toBe(1);
  });
});

describe('when there is nothing to verify', () => {
  test('no ledger, or too many words', async () => {
    const empty = { dataDir: scratch(), second: scratch() };
    expect(await run(empty)).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('There is no ledger in'),
    });
    expect((await run(empty, 'now')).code).toBe(2);
  });
});
