import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { InstallKey, type Keyring } from '../../src/main/platform/keys/install-key.ts';
import { put, scratch } from '../fakes/scratch.ts';

const noKeyring: Keyring = { fingerprint: async () => null, unseal: async () => null };

/** A keyring that turns bytes round, and opens only what it sealed. */
const workingKeyring: Keyring = {
  fingerprint: async (plain) => Buffer.from(`sealed:${plain.split('').toReversed().join('')}`),
  unseal: async (sealed) => {
    const text = sealed.toString();
    return text.startsWith('sealed:') ? text.slice(7).split('').toReversed().join('') : null;
  },
};

const plainFile = (folder: string): string => path.join(folder, 'install.key');
const sealedFile = (folder: string): string => path.join(folder, 'install.key.sealed');

describe('the install key', () => {
  test('without a keyring it rests in a file readable only by the user, and stays the same', async () => {
    const folder = scratch();
    const first = await new InstallKey(folder, noKeyring).load();
    expect(first.key).toHaveLength(32);
    expect(first.lost).toBe(false);
    expect(await new InstallKey(folder, noKeyring).resolve()).toBe('file');
    expect(fs.statSync(plainFile(folder)).mode & 0o777).toBe(0o600);
    const again = await new InstallKey(folder, noKeyring).load();
    expect(again.key.equals(first.key)).toBe(true);
  });

  test('with a keyring it moves there, the plain file goes, and the key stays the same', async () => {
    const folder = scratch();
    const installKey = new InstallKey(folder, workingKeyring);
    const { key } = await installKey.load();
    expect(await installKey.resolve()).toBe('keyring');
    expect(fs.existsSync(plainFile(folder))).toBe(false);
    expect(fs.readFileSync(sealedFile(folder)).includes(key.toString('base64'))).toBe(false);
    const again = await new InstallKey(folder, workingKeyring).load();
    expect(again).toEqual({ key, lost: false });
    expect(await new InstallKey(folder, workingKeyring).resolve()).toBe('keyring');
  });

  test('a keyring that appears later takes over the key from the file', async () => {
    const folder = scratch();
    const { key } = await new InstallKey(folder, noKeyring).load();
    const installKey = new InstallKey(folder, workingKeyring);
    expect((await installKey.load()).key.equals(key)).toBe(true);
    expect(await installKey.resolve()).toBe('keyring');
    expect((await installKey.load()).key.equals(key)).toBe(true);
  });

  test('a keyring that no longer decrypts it: a new key is created, and the loss is reported', async () => {
    const folder = scratch();
    const before = new InstallKey(folder, workingKeyring);
    const { key } = await before.load();
    await before.resolve();
    const after = await new InstallKey(folder, noKeyring).load();
    expect(after.lost).toBe(true);
    expect(after.key.equals(key)).toBe(false);
    expect((await new InstallKey(folder, noKeyring).load()).lost).toBe(false);
  });

  test('one that a locked keyring did not open is set aside, not written over', async () => {
    const folder = scratch();
    const before = new InstallKey(folder, workingKeyring);
    await before.load();
    await before.resolve();
    const sealed = fs.readFileSync(sealedFile(folder));
    const { key } = await new InstallKey(folder, noKeyring).load();
    expect(await new InstallKey(folder, workingKeyring).resolve()).toBe('keyring');
    expect(fs.readFileSync(`${sealedFile(folder)}.unopened`).equals(sealed)).toBe(true);
    expect(await new InstallKey(folder, workingKeyring).load()).toEqual({ key, lost: false });
  });

  test('a keyring that fails while sealing leaves the file in place', async () => {
    const folder = scratch();
    const failing = { ...noKeyring, fingerprint: () => Promise.reject(new Error('locked')) };
    const { key } = await new InstallKey(folder, failing).load();
    await expect(new InstallKey(folder, failing).resolve()).rejects.toThrow('locked');
    expect(fs.readFileSync(plainFile(folder)).equals(key)).toBe(true);
    expect(fs.existsSync(sealedFile(folder))).toBe(false);
  });

  test('a key file cut short is not taken for a key', async () => {
    const folder = scratch();
    put(folder, 'install.key', 'short');
    const { key, lost } = await new InstallKey(folder, noKeyring).load();
    expect(key).toHaveLength(32);
    expect(lost).toBe(true);
  });
});
