import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { exportEntries } from '../../src/main/platform/ledger-index/export-entries.ts';
import { scratch } from '../fakes/scratch.ts';
import { FixtureLedger, readyIndex } from './audit-index-fixture.ts';

async function indexed(calls: number) {
  const ledger = new FixtureLedger(scratch());
  for (let at = 0; at < calls; at += 1) {
    const end = at % 2 === 0 ? { result: 'done' } : { result: 'refused', code: 'too-fast' };
    ledger.call({ args: { path: `/w/${at}.ts` } }, end);
  }
  const index = await readyIndex(ledger.dataDir);
  return { index, ledger, file: path.join(scratch(), 'out') };
}

describe('an export', () => {
  test('has every entry that fits, oldest first, over many pages', async () => {
    const { index, file } = await indexed(1_203);
    const receipt = await exportEntries(index, {
      filter: { outcome: 'done' },
      format: 'jsonl',
      file,
    });
    expect(receipt).toEqual({ kind: 'exported', file, entries: 602 });
    const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
    const read = lines.map((line) => JSON.parse(line) as { subject: string; outcome: string });
    expect(read.map(({ subject }) => subject)).toEqual(
      Array.from({ length: 602 }, (_, at) => `/w/${at * 2}.ts`),
    );
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
  });

  test('as a table cannot bring a formula, a second row or a second cell with it', async () => {
    const { index, ledger, file } = await indexed(0);
    ledger.call({ actor: '=HYPERLINK("http://x")', args: { path: '/w/a,"b"\r\n+1' } });
    ledger.call({ actor: '-1', args: { path: '@SUM(1)' } });
    index.follow(ledger.lines);
    await exportEntries(index, { filter: {}, format: 'csv', file });
    const text = fs.readFileSync(file, 'utf8');
    expect(text).toContain(`"'=HYPERLINK(""http://x"")"`);
    expect(text).toContain('"/w/a,""b""\r\n+1"');
    expect(text).toContain(`,'-1,open_file,'@SUM(1),`);
  });

  test('that cannot be written or is not whole leaves no file behind', async () => {
    const { index, file } = await indexed(3);
    const nowhere = path.join(path.dirname(file), 'missing', 'out');
    const receipt = await exportEntries(index, { filter: {}, format: 'csv', file: nowhere });
    expect(receipt).toMatchObject({ kind: 'failed', why: expect.stringContaining('ENOENT') });
    await index.dispose();
    expect(await exportEntries(index, { filter: {}, format: 'csv', file })).toMatchObject({
      kind: 'failed',
    });
    expect(fs.readdirSync(path.dirname(file))).toEqual([]);
  });

  test('is refused while the index does not know all entries', async () => {
    const { index, file } = await indexed(3);
    index.rebuild();
    expect(await exportEntries(index, { filter: {}, format: 'csv', file })).toMatchObject({
      kind: 'failed',
      why: expect.stringContaining('read up'),
    });
    expect(fs.existsSync(file)).toBe(false);
  });
});
