import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { replaceFile } from '../../src/main/platform/files/replace-file.ts';
import { scratch } from '../fakes/scratch.ts';

const sha512 = (text: string): string => createHash('sha512').update(text).digest('base64');

function files() {
  const folder = scratch();
  const [target, source] = [path.join(folder, 'app'), path.join(folder, 'download')];
  fs.writeFileSync(target, 'old', { mode: 0o700 });
  fs.writeFileSync(source, 'new', { mode: 0o600 });
  return { folder, target, source };
}

it('puts the new program in place of the old one, and it can be run', () => {
  const { folder, target, source } = files();
  replaceFile(target, source, sha512('new'));
  expect(fs.readFileSync(target, 'utf8')).toBe('new');
  expect(fs.statSync(target).mode & 0o777).toBe(0o755);
  expect(fs.readdirSync(folder).toSorted()).toEqual(['app', 'download']);
});

it('leaves the old one where the new one is not what was signed', () => {
  const { folder, target, source } = files();
  expect(() => replaceFile(target, source, sha512('other'))).toThrow('has changed');
  expect(fs.readFileSync(target, 'utf8')).toBe('old');
  expect(fs.readdirSync(folder).toSorted()).toEqual(['app', 'download']);
});

it('replaces no link and no folder', () => {
  const { folder, target, source } = files();
  const link = path.join(folder, 'link');
  fs.symlinkSync(target, link);
  for (const place of [link, folder])
    expect(() => replaceFile(place, source, sha512('new'))).toThrow('is not a file');
  expect(fs.readFileSync(target, 'utf8')).toBe('old');
});
