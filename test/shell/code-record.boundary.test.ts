import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { codeFileOf, recordCode } from '../../src/main/shell/process/code-record.ts';
import { scratch } from '../fakes/scratch.ts';

// To the fs of these tests' Electron a package is a folder, unless told otherwise.
Object.assign(process, { noAsar: true });

test('H8 a package that was changed on disk has another SHA-256 on record', async () => {
  const asar = path.join(scratch(), 'app.asar');
  const noted: string[] = [];
  const core = {
    note: (_action: string, detail: string) => Promise.resolve(noted.push(detail) > 0),
  };
  for (const bytes of ['one', 'two']) {
    fs.writeFileSync(asar, bytes);
    await recordCode(core, asar);
  }
  const of = (bytes: string) => createHash('sha256').update(bytes).digest('hex');
  expect(noted).toEqual([`SHA-256 of app.asar: ${of('one')}`, `SHA-256 of app.asar: ${of('two')}`]);
  fs.rmSync(asar);
  await recordCode(core, asar);
  expect(noted[2]).toContain('unknown');
  expect(codeFileOf('/x/checkout')).toBe('/x/checkout/dist/main/main.js');
});
