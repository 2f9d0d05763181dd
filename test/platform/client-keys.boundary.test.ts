import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ClientKeys } from '../../src/main/platform/keys/client-keys.ts';
import { sha256 } from '../../src/main/platform/keys/tokens.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { isError } from '../../src/shared/actions/outcomes.ts';

const now = (): number => Date.UTC(2030, 0, 1);
const client = (name: string): ClientId => name as ClientId;

async function keysIn(folder: string): Promise<ClientKeys> {
  const keys = new ClientKeys(folder, now);
  await keys.load();
  return keys;
}

async function added(keys: ClientKeys, name: string): Promise<string> {
  const answer = await keys.add(client(name));
  if (isError(answer)) throw new Error(answer.message);
  return answer.key;
}

async function forEditor(keys: ClientKeys, pluginId: string): Promise<string> {
  const answer = await keys.addForEditor(pluginId);
  if (isError(answer)) throw new Error(answer.message);
  return answer.key;
}

describe('client keys', () => {
  test('a key opens for its client and nobody else, also after a restart', async () => {
    const folder = scratch();
    const keys = await keysIn(folder);
    const cursor = await added(keys, 'cursor');
    const claude = await added(keys, 'claude');
    for (const loaded of [keys, await keysIn(folder)]) {
      expect(loaded.ownerOf(cursor)).toBe('cursor');
      expect(loaded.ownerOf(claude)).toBe('claude');
      expect(loaded.list()).toEqual([
        { name: 'cursor', created: '2030-01-01T00:00:00.000Z' },
        { name: 'claude', created: '2030-01-01T00:00:00.000Z' },
      ]);
    }
  });

  test('C2 only the SHA-256 of a key is on disk, readable only by the user', async () => {
    const folder = scratch();
    const key = await added(await keysIn(folder), 'cursor');
    const text = fs.readFileSync(path.join(folder, 'client-keys.json'), 'utf8');
    expect(text).toContain(sha256(key));
    for (const form of ['utf8', 'base64', 'hex'] as const) {
      expect(text).not.toContain(Buffer.from(key.slice(5, 40)).toString(form));
    }
    expect(fs.statSync(path.join(folder, 'client-keys.json')).mode & 0o777).toBe(0o600);
  });

  test('A2 an almost valid key gives no access', async () => {
    const keys = await keysIn(scratch());
    const key = await added(keys, 'cursor');
    const almost = [key.slice(0, -1), `${key}a`, key + key, key.toUpperCase(), '', sha256(key)];
    expect(almost.map((item) => keys.ownerOf(item))).toEqual(almost.map(() => null));
  });

  test('a name is given once', async () => {
    const keys = await keysIn(scratch());
    const key = await added(keys, 'cursor');
    expect(await keys.add(client('cursor'))).toMatchObject({ code: 'name-taken' });
    expect(keys.ownerOf(key)).toBe('cursor');
  });

  test('a key taken back opens nothing more, and the name is free again', async () => {
    const folder = scratch();
    const keys = await keysIn(folder);
    const old = await added(keys, 'cursor');
    expect(await keys.revoke(client('cursor'))).toBeNull();
    expect(keys.ownerOf(old)).toBeNull();
    expect((await keysIn(folder)).ownerOf(old)).toBeNull();
    expect(await keys.revoke(client('cursor'))).toMatchObject({ code: 'unknown-client' });
    const fresh = await added(keys, 'cursor');
    expect(fresh).not.toBe(old);
    expect(keys.ownerOf(old)).toBeNull();
  });

  test('G6 is known by the first program that uses it, until the user approves another', async () => {
    const folder = scratch();
    const keys = await keysIn(folder);
    await added(keys, 'cursor');
    await added(keys, 'claude');
    expect(keys.isKnown(client('cursor'), '/opt/cursor')).toBe(true);
    expect(keys.isKnown(client('cursor'), '/tmp/evil')).toBe(false);
    expect(keys.isKnown(client('claude'), '/tmp/evil')).toBe(true);
    await keys.dispose();
    const reloaded = await keysIn(folder);
    expect(reloaded.isKnown(client('cursor'), '/opt/cursor')).toBe(true);
    expect(reloaded.isKnown(client('cursor'), '/tmp/evil')).toBe(false);
    await reloaded.setExecutable(client('cursor'), '/opt/cursor-2');
    expect(reloaded.isKnown(client('cursor'), '/opt/cursor')).toBe(false);
    expect((await keysIn(folder)).isKnown(client('cursor'), '/opt/cursor-2')).toBe(true);
    expect(reloaded.isKnown(client('nobody'), '/opt/cursor')).toBe(true);
    await reloaded.dispose();
  });

  test('G6 a new key of the same name is known by nobody yet', async () => {
    const keys = await keysIn(scratch());
    await added(keys, 'cursor');
    await keys.setExecutable(client('cursor'), '/opt/cursor');
    await keys.revoke(client('cursor'));
    await added(keys, 'cursor');
    expect(keys.isKnown(client('cursor'), '/opt/other')).toBe(true);
    await keys.dispose();
  });

  test('G6 an editor replaces its own key, also after a restart', async () => {
    const folder = scratch();
    const keys = await keysIn(folder);
    const first = await forEditor(keys, 'vscode');
    const reloaded = await keysIn(folder);
    const ended: string[] = [];
    const subscription = reloaded.onRevoked((item) => void ended.push(item));
    const second = await forEditor(reloaded, 'vscode');
    expect(reloaded.ownerOf(first)).toBeNull();
    expect(reloaded.ownerOf(second)).toBe('editor-vscode');
    expect(ended).toEqual(['editor-vscode']);
    await subscription.dispose();
  });

  test.each([
    ['by its case', 'VSCode', 'vscode'],
    ['by its end', `${'a'.repeat(33)}-two`, `${'a'.repeat(33)}-one`],
  ])('G6 a plugin whose name differs %s gets no key of another', async (_how, thief, holder) => {
    const keys = await keysIn(scratch());
    const key = await forEditor(keys, holder);
    const owner = keys.ownerOf(key);
    const before = keys.list();
    expect(await keys.addForEditor(thief)).toMatchObject({ code: 'name-taken' });
    expect(keys.ownerOf(key)).toBe(owner);
    expect(keys.list()).toEqual(before);
    expect(keys.clientInEditor(thief)).toBeNull();
    expect(keys.clientInEditor(holder)).toBe(owner);
  });

  test('G6 a plugin does not replace a key that the owner made', async () => {
    const keys = await keysIn(scratch());
    const key = await added(keys, 'editor-vscode');
    expect(await keys.addForEditor('vscode')).toMatchObject({
      code: 'name-taken',
      hint: expect.stringContaining('gatehouse keys revoke editor-vscode'),
    });
    expect(keys.ownerOf(key)).toBe('editor-vscode');
  });

  test('G6 a key from before it said whose it is goes with the editor of its name', async () => {
    const folder = scratch();
    const created = new Date(now()).toISOString();
    const old = { client: 'editor-vscode', sha256: sha256('old'), created };
    put(folder, 'client-keys.json', JSON.stringify({ keys: [old] }));
    const keys = await keysIn(folder);
    expect(keys.clientInEditor('cursor')).toBeNull();
    expect(keys.clientInEditor('vscode')).toBe('editor-vscode');
    await keys.revoke(client('editor-vscode'));
    expect(keys.ownerOf(await forEditor(keys, 'vscode'))).toBe('editor-vscode');
    expect(keys.clientInEditor('VSCode')).toBeNull();
  });

  test('G6 of two plugins that come to one name at the same time one gets it', async () => {
    const keys = await keysIn(scratch());
    const made = await Promise.all(['vscode', 'VSCODE'].map((id) => keys.addForEditor(id)));
    expect(made.map((item) => 'key' in item)).toEqual([true, false]);
    expect(keys.list()).toHaveLength(1);
  });

  test('changes at the same time do not undo each other', async () => {
    const folder = scratch();
    const keys = await keysIn(folder);
    const [item, two] = await Promise.all([
      keys.add(client('cursor')),
      keys.add(client('cursor')),
      keys.add(client('claude')),
    ]);
    expect([item, two].map((answer) => 'key' in answer)).toEqual([true, false]);
    keys.isKnown(client('claude'), '/opt/claude');
    await keys.revoke(client('cursor'));
    const reloaded = await keysIn(folder);
    expect(reloaded.list().map(({ name }) => name)).toEqual(['claude']);
    expect(reloaded.isKnown(client('claude'), '/opt/other')).toBe(false);
  });

  test('one that cannot be saved is not known either', async () => {
    const folder = scratch();
    const keys = await keysIn(folder);
    fs.mkdirSync(path.join(folder, 'client-keys.json'));
    await expect(keys.add(client('cursor'))).rejects.toThrow('EISDIR');
    expect(keys.list()).toEqual([]);
  });

  test.each(['{', '{"keys":[{"client":"Evil Name","sha256":"","created":""}]}', '[]'])(
    'a file that reads %j stops the start with words, and is left as it is',
    async (text) => {
      const folder = scratch();
      const file = put(folder, 'client-keys.json', text);
      await expect(keysIn(folder)).rejects.toThrow('make new client keys');
      expect(fs.readFileSync(file, 'utf8')).toBe(text);
    },
  );
});
