import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { describe, expect, it } from 'vitest';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { callTool, projectWith } from './tool-call.ts';

interface Page {
  readonly entries: readonly { readonly actor: string; readonly action: string }[];
  readonly next: number | null;
}

async function read(client: Client, uri: string): Promise<unknown> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  if (!content || !('text' in content)) throw new Error('no text');
  return JSON.parse(content.text);
}

async function twoClients() {
  const app = await TestApp.open();
  const { root, file } = projectWith('a.txt', 'a');
  const [one, other] = [await app.connect('one'), await app.connect('other')];
  for (const client of [one, other]) {
    const asked = callTool(client, 'request_access', {
      scopes: ['read:files'],
      roots: [root],
      reason: 'to read',
    });
    await app.answerNext(allowAll);
    await asked;
  }
  return { app, root, file, one, other };
}

describe('what a client can read about itself', () => {
  it('its folders, its own part of the ledger in pages, and nothing of others', async () => {
    const { app, root, file, one } = await twoClients();
    await eventually(() => app.app.core.executors.canDo('open_file'));
    for (let n = 0; n < 3; n += 1) await callTool(one, 'open_file', { path: file });
    expect((await one.listResources()).resources.map(({ uri }) => uri)).toEqual([
      'gatehouse://roots',
      'gatehouse://ledger',
    ]);
    expect(await read(one, 'gatehouse://roots')).toMatchObject({
      roots: [{ path: root, scopes: ['read:files'] }],
    });

    const all = (await read(one, 'gatehouse://ledger')) as Page;
    const opened = all.entries.filter(({ action }) => action === 'open_file');
    expect(opened).toHaveLength(3);
    expect(new Set(all.entries.map(({ actor }) => actor))).toEqual(new Set(['one']));

    const first = (await read(one, 'gatehouse://ledger?limit=2&action=open_file')) as Page;
    expect(first.entries).toHaveLength(2);
    const rest = `gatehouse://ledger?limit=2&action=open_file&before=${String(first.next)}`;
    expect(((await read(one, rest)) as Page).entries).toHaveLength(1);
    const nosy = (await read(one, 'gatehouse://ledger?actor=other')) as Page;
    expect(new Set(nosy.entries.map(({ actor }) => actor))).toEqual(new Set(['one']));
  });

  it('a resource that is not there, or a query that does not fit, is an error in words', async () => {
    const { one } = await twoClients();
    await expect(read(one, 'gatehouse://secrets')).rejects.toThrow('Unknown resource');
    await expect(read(one, 'gatehouse://ledger?limit=many')).rejects.toThrow('limit');
  });
});

describe('the prompts', () => {
  it('teach to ask for little, and name what is missing', async () => {
    const app = await TestApp.open();
    const client = await app.connect('pupil');
    const { prompts } = await client.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(['ask_for_little', 'after_a_no']);
    const { messages } = await client.getPrompt({
      name: 'ask_for_little',
      arguments: { task: 'fix the typo' },
    });
    const [message] = messages;
    expect(JSON.stringify(message)).toContain('fix the typo');
    expect(JSON.stringify(message)).toContain('preview_access');
    await expect(client.getPrompt({ name: 'ask_for_little' })).rejects.toThrow('task');
    await expect(client.getPrompt({ name: 'toString' })).rejects.toThrow('Unknown prompt');
  });
});
