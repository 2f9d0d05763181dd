/** The command where something around it is not as it should be: a closed pipe, a full disk, a wrong folder. */
import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test, vi } from 'vitest';
import type { IndexedEntry } from '../../src/shared/ledger/query.ts';
import { scratch } from '../fakes/scratch.ts';
import { cliEnv, findableApp, readJson, run, runWith, script } from './cli-fixture.ts';

vi.setConfig({ testTimeout: 40_000 });

/** A line of the shell in which `$G` is the command; what it says, and how it ended as the line tells it. */
function shell(dataDir: string, line: string): Promise<string> {
  const env = { ...cliEnv(dataDir), G: `${process.execPath} ${script}` };
  return new Promise((resolve) => {
    execFile('bash', ['-c', `{ ${line}; } 2>&1`], { env, timeout: 30_000 }, (_error, stdout) =>
      resolve(stdout),
    );
  });
}

const entry = (seq: number, lastSeq: number): IndexedEntry =>
  ({
    ...{ entry: `e${seq}`, ts: '2030-01-01T12:00:00.000Z', seq, lastSeq, actor: `actor-${seq}` },
    ...{ action: 'open_file', outcome: 'done', code: null, subject: '' },
  }) as IndexedEntry;

/** A log with pages of one entry; once all were told, a new one is there whenever it is asked. */
async function appThatLogs(...all: readonly IndexedEntry[]) {
  const app = await findableApp();
  let newest = 1_000;
  vi.spyOn(app.index, 'query').mockImplementation(async (query) => {
    const { touched_after: touchedAfter, after = 0 } = query;
    const left = all.filter(({ seq, lastSeq }) => lastSeq > (touchedAfter ?? 0) && seq > after);
    if (left.length === 0) left.push(entry((newest += 1), newest));
    const entries = touchedAfter === undefined ? [] : left.slice(0, 1);
    const next = entries.length < left.length ? (entries[0]?.seq ?? null) : null;
    return { entries, next, total: null, totalExact: false, complete: true };
  });
  return app;
}

describe('the reader of the output is gone', () => {
  test('following the log ends quietly', async () => {
    const { dataDir } = await appThatLogs();
    const line = '$G log -f --json | head -n 1 | cut -c 1-5; echo "ended with ${PIPESTATUS[0]}"';
    expect(await shell(dataDir, line)).toBe('{"ent\nended with 0\n');
  });

  test.skipIf(!fs.existsSync('/dev/full'))('a full disk is reported in one line', async () => {
    const said = await shell(scratch(), '$G --help > /dev/full; echo "ended with $?"');
    expect(said).toMatch(/^Could not write the output: ENOSPC[^\n]*\nended with 1\n$/);
  });
});

test('following the log misses nothing when many entries end together', async () => {
  const { dataDir } = await appThatLogs(entry(10, 500), entry(60, 61));
  const said = await shell(dataDir, '$G log -f --json | head -n 2');
  expect(said).toContain('actor-10');
  expect(said).toContain('actor-60');
});

test('an unreadable data folder is reported as such, not as an app that is not running', async () => {
  const { dataDir } = await findableApp();
  fs.chmodSync(path.join(dataDir, 'gatehouse.json'), 0);
  const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { code, stdout } = await runWith(nobody, dataDir, 'status', '--json');
  expect(code).toBe(1);
  expect(stdout).toContain('No permission to read');
});

test('an empty DISPLAY variable is not checked', async () => {
  const env = { WAYLAND_DISPLAY: '', DISPLAY: ':7' };
  const { stdout } = await runWith({ env }, scratch(), 'doctor', '--json');
  expect(stdout).toContain('"what":"display","found":":7"');
});

test('help of an unknown command is a usage error; --json also works with --version', async () => {
  expect(await run(scratch(), 'help', 'fly')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('Unknown command "fly".'),
  });
  const { stdout } = await run(scratch(), '--version', '--json');
  expect(readJson(stdout)).toEqual({ version: expect.any(String) });
});
