/** Rules as the window makes them: tried on what happened, then felt by the agent, then taken away. */
import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { ruleCommands } from '../../src/main/shell/commands/rule-commands.ts';
import { tryOnPast } from '../../src/main/shell/commands/rule-trial.ts';
import { mainCommands } from '../../src/shared/ipc/main-window.ts';
import type { RuleDraft } from '../../src/shared/rules/rules.ts';
import { ruleWith } from '../core/rule-fixture.ts';
import { allowAll, eventually, TestApp } from '../fakes/test-app.ts';
import { callTool, projectWith } from './tool-call.ts';

async function appWithReader() {
  const app = await TestApp.open();
  const { root, file } = projectWith('notes.txt', 'hello');
  const client = await app.connect('cursor');
  const asked = callTool(client, 'request_access', {
    scopes: ['read:files', 'search:project'],
    roots: [root],
    reason: 'to look around',
    ttl_seconds: 600,
  });
  await app.answerNext(allowAll);
  await asked;
  await eventually(() => app.app.core.executors.canDo('open_file'));
  const { core, index } = app.app;
  const read = async (wanted = file) => callTool(client, 'open_file', { path: wanted });
  const resolve = () => app.clock.advance(50);
  return { app, root, file, client, read, resolve, rules: ruleCommands({ core, index }) };
}

const ruleDraft = (own: Partial<RuleDraft>): RuleDraft => ({
  ...{ effect: 'deny', client: null, actions: [], within: null, seconds: null, fromEntry: null },
  ...own,
});

describe('rules of the window', () => {
  test('are tried on the past, deny from the next call on, and let go when removed', async () => {
    const { app, root, read, resolve, rules } = await appWithReader();
    const folder = path.join(root, 'private');
    const inside = path.join(folder, 'diary.txt');
    fs.mkdirSync(folder);
    fs.writeFileSync(inside, 'dear diary');
    expect(await read()).toMatchObject({ isError: false });
    expect(await read(inside)).toMatchObject({ isError: false });
    await resolve();

    const wanted = ruleDraft({ client: 'cursor', actions: ['open_file'], within: folder });
    const tried = await rules['rules:try'](wanted);
    expect(tried).toMatchObject({
      kind: 'tried',
      sentence: `Never let cursor open a file in ${folder}.`,
      trial: { days: 30, all: 2, looked: 2, matched: 1, carriedOut: 1, unclear: 0 },
    });
    expect(tried).toMatchObject({
      trial: { examples: [{ actor: 'cursor', action: 'open_file', subject: inside }] },
    });
    expect(app.app.core.rules.list()).toEqual([]);

    const added = await rules['rules:add'](wanted);
    if (added.kind !== 'added') throw new Error(added.why);
    expect(await read(inside)).toMatchObject({ data: { code: 'denied-by-rule' } });
    expect(await read()).toMatchObject({ isError: false });
    const [shown] = app.app.core.state.snapshot().rules;
    expect(shown).toMatchObject({ effect: 'deny', until: null, fromEntry: null });
    expect(shown?.lastUsedAt).toBe(app.clock.now());

    const { ruleId } = added;
    expect(await rules['rules:remove']({ ruleId })).toEqual({ done: true });
    expect(await read(inside)).toMatchObject({ isError: false });
    expect(await rules['rules:restore']({ ruleId })).toMatchObject({ kind: 'added', ruleId });
    expect(await read(inside)).toMatchObject({ data: { code: 'denied-by-rule' } });
    await resolve();
    const ruleEntries = (await app.ledger()).filter(({ action }) => action.startsWith('rule.'));
    expect(ruleEntries.map(({ action }) => action)).toEqual([
      'rule.added',
      'rule.removed',
      'rule.restored',
    ]);
    expect(new Set(ruleEntries.map(({ rule }) => rule))).toEqual(new Set([ruleId]));
  });

  test('a search of the folder around does not look into a folder that a rule denies', async () => {
    const { root, client, rules } = await appWithReader();
    const secret = path.join(root, 'secret');
    fs.mkdirSync(secret);
    fs.writeFileSync(path.join(secret, 'a.txt'), 'hello');
    const added = await rules['rules:add'](ruleDraft({ within: secret }));
    expect(added).toMatchObject({ kind: 'added' });
    const found = await callTool(client, 'find_in_project', { text: 'hello', root });
    expect(JSON.stringify(found)).toContain('notes.txt');
    expect(JSON.stringify(found)).not.toContain('a.txt');
  });

  test('a draft made from an entry speaks of its agent, its action and its folder', async () => {
    const { app, root, read, resolve, rules } = await appWithReader();
    await read();
    await resolve();
    const page = await app.app.index.query({ action: 'open_file' });
    const entry = 'entries' in page ? (page.entries[0]?.entry ?? '') : '';
    expect(await rules['rules:from-entry']({ entry })).toEqual({
      kind: 'drafted',
      note: null,
      draft: ruleDraft({
        client: 'cursor',
        actions: ['open_file'],
        within: root,
        fromEntry: entry,
      }),
    });
    const access = await app.app.index.query({ action: 'request_access' });
    const asking = 'entries' in access ? (access.entries[0]?.entry ?? '') : '';
    expect(await rules['rules:from-entry']({ entry: asking })).toMatchObject({ kind: 'refused' });
    expect(await rules['rules:from-entry']({ entry: 'none' })).toMatchObject({ kind: 'refused' });
  });

  test('only a limited part of the past is checked, and its size is reported', async () => {
    const { app, read, resolve } = await appWithReader();
    for (let times = 0; times < 3; times += 1) await read();
    await resolve();
    const rule = ruleWith({ effect: 'ask', createdAt: app.clock.now() });
    const pages: number[] = [];
    const index = {
      query: (query: Parameters<typeof app.app.index.query>[0]) => {
        pages.push(query.before ?? 0);
        return app.app.index.query({ ...query, limit: 1 });
      },
    };
    const trial = await tryOnPast(rule, index, 2);
    expect(trial).toMatchObject({ looked: 2, matched: 2, carriedOut: 2 });
    expect(trial?.all).toBeGreaterThan(2);
    expect(new Set(pages).size).toBe(2);
    const silent = { query: async () => ({ kind: 'no-answer', why: 'closed' }) as const };
    expect(await tryOnPast(rule, silent)).toBeNull();
  });

  test('G13 the window can ask for no rule that allows, and none of a shape of its own', () => {
    const good = ruleDraft({ actions: ['open_file'] });
    const schema = mainCommands['rules:add'];
    expect(schema.safeParse(good).success).toBe(true);
    for (const bad of [
      { ...good, effect: 'allow' },
      { ...good, actions: ['format the disk'] },
      { ...good, exactly: '0'.repeat(64) },
      { ...good, seconds: 1 },
      { ...good, until: 5 },
    ])
      expect(schema.safeParse(bad).success).toBe(false);
    expect(mainCommands['rules:remove'].safeParse({ ruleId: 'x' }).success).toBe(false);
  });
});
