/** The script that signs feeds, against the code that reads them. */
import { execFileSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { isSigned } from '../../src/main/integrations/updates/feed-signature.ts';
import { releaseIn } from '../../src/main/integrations/updates/feed.ts';
import { scratch } from '../fakes/scratch.ts';

const script = path.resolve(import.meta.dirname, '../../scripts/sign-feed.mjs');

function run(args: readonly string[], key?: string): string {
  const env = { ...process.env, ELECTRON_RUN_AS_NODE: '1', GATEHOUSE_FEED_KEY: key };
  return execFileSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
    stdio: 'pipe',
  });
}

it('makes a feed of the packages in a folder, and a signature that counts', () => {
  const folder = scratch();
  for (const name of ['Gatehouse-0.1.0.AppImage', 'gatehouse_0.1.0_amd64.deb', 'notes.md'])
    fs.writeFileSync(path.join(folder, name), name);
  const printed = run(['--new-key']);
  const key = /-----BEGIN[^]*END PRIVATE KEY-----/.exec(printed)?.[0];
  const publicKey = /: (\S{43}=)/.exec(printed)?.[1] ?? '';
  run([folder, `--notes=${path.join(folder, 'notes.md')}`], key);
  const name = 'latest-linux.yml';
  const feed = fs.readFileSync(path.join(folder, name));
  const signature = fs.readFileSync(path.join(folder, `${name}.sig`), 'latin1');
  expect(isSigned({ name, feed, signature }, publicKey)).toBe(true);
  expect(isSigned({ name: 'latest.yml', feed, signature }, publicKey)).toBe(false);
  const release = releaseIn(feed);
  expect(release?.notes).toBe('notes.md');
  expect(release?.files.map((file) => file.name)).toEqual([
    'Gatehouse-0.1.0.AppImage',
    'gatehouse_0.1.0_amd64.deb',
  ]);
  expect(fs.existsSync(path.join(folder, 'latest.yml'))).toBe(false);
});

it('signs nothing without a key of the right kind', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  expect(() => run([scratch()])).toThrow('no key to sign with');
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  expect(() => run([scratch()], pem)).toThrow('Ed25519');
});
