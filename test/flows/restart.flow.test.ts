import fs from 'node:fs';
import { describe, expect, it } from 'vitest';
import { allowAll, eventually, TestHouse } from '../fakes/house.ts';
import { put, scratch } from '../fakes/scratch.ts';
import { callTool, projectWith } from './tool-call.ts';

describe('a request that waits while Gatehouse restarts', () => {
  it('C5 is there again with nobody waiting, and a yes to it is used when the agent comes back', async () => {
    const dataDir = scratch();
    const { root } = projectWith('a.txt', 'a');
    const wish = { scopes: ['read:files'], roots: [root], reason: 'to read' };
    const first = await TestHouse.open(dataDir);
    const key = await first.newKey('patient');
    const before = await first.connect('patient', key);
    const waiting = callTool(before, 'request_access', wish).catch(String);
    const asked = await first.nextAsk();
    await first.app.dispose();
    await before.close();
    await waiting;

    const second = await TestHouse.open(dataDir);
    const { asks, sessions } = second.app.core;
    const deadline = second.clock.now() + 60 * 60_000;
    expect(asks.list()).toEqual([{ ...asked, waiting: 0, deadline }]);
    expect(asks.answer(asked.askId, allowAll(asked))).toEqual({ accepted: true });
    expect(sessions.list()).toEqual([]);
    const after = await second.connect('patient', key);
    expect(await callTool(after, 'request_access', wish)).toMatchObject({
      isError: false,
      data: { scopes: ['read:files'], roots: [root] },
    });
    await eventually(() => sessions.list().length === 1);
  });
});

describe('rules that cannot be read', () => {
  it('keep the house shut, say what to do, and stay as they are', async () => {
    const dataDir = scratch();
    const file = put(dataDir, 'state/rules.json', '[{"effect":"deny"');
    await expect(TestHouse.open(dataDir)).rejects.toThrow(`${file} cannot be read. Restore it`);
    expect(fs.readFileSync(file, 'utf8')).toBe('[{"effect":"deny"');
  });
});
