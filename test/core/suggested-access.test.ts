/** Access suggested from an agent's own history: offered in the next ask, and granted by nobody but the user. */
import { describe, expect, test } from 'vitest';
import { ClientId } from '../../src/shared/base/ids.ts';
import { callerCalled } from './core-fixture.ts';
import { asked, claude, grantedTo, machineWith, silently, yesTo } from './remembered-fixture.ts';

const client = ClientId.parse('claude-code');
const basis = { reads: 12, edits: 31, commands: 214, days: 30 };
const suggestion = {
  client,
  folder: '/w/app',
  scopes: ['read:files', 'run:commands'],
  basis,
} as const;
const three = { scopes: ['read:files', 'write:files', 'run:commands'] } as const;

describe('access suggested from a history', () => {
  test('C30 is offered with its numbers, after a restart too, and is never more than was requested', async () => {
    const { core, clock, restarted } = await machineWith();
    expect(await core.suggested.add(suggestion)).toEqual({ done: true });
    expect(core.sessions.list()).toEqual([]);
    const { core: later } = await restarted();
    expect(later.suggested.has('claude-code', '/w/app')).toBe(true);
    const { ask } = await asked(later, clock, three);
    expect(ask.lastTime).toMatchObject({
      ...{ scopes: ['read:files', 'run:commands'], leftOut: ['write:files'], unused: [] },
      ...{ seconds: 3600, history: basis, standing: { whyNot: null, never: [] } },
    });
    later.asks.answer(ask.askId, { kind: 'deny', reason: '' });
    const one = await asked(later, clock, { scopes: ['read:files'] });
    expect(one.ask.lastTime?.scopes).toEqual(['read:files']);
  });

  test('C30 becomes a standing grant only by the answer in the ask', async () => {
    const { core, clock } = await machineWith();
    await core.suggested.add(suggestion);
    expect(core.standing.views()).toEqual([]);
    const { ask, outcome } = await asked(core, clock, three);
    const scopes = ask.lastTime?.scopes ?? [];
    const receipt = core.asks.answer(ask.askId, yesTo(ask, { scopes, standing: { days: 30 } }));
    expect(receipt.accepted).toBe(true);
    const session = await outcome;
    expect(core.standing.views()).toMatchObject([{ scopes: ['read:files', 'run:commands'] }]);
    if (session.kind === 'done') core.sessions.end(session.data.session.sessionId, 'agent');
    expect((await silently(core, clock, three)).kind).toBe('done');
  });

  test('C30 what the user answered counts from then on', async () => {
    const { core, clock } = await machineWith();
    await core.suggested.add(suggestion);
    core.sessions.end(await grantedTo(core, clock, three, { scopes: ['read:files'] }), 'agent');
    expect(core.suggested.has('claude-code', '/w/app')).toBe(false);
    const { ask } = await asked(core, clock, three);
    expect(ask.lastTime?.scopes).toEqual(['read:files']);
    expect(ask.lastTime?.history).toBeUndefined();
  });

  test.each([
    ['another folder', { ...three, roots: ['/w/other'] }, {}],
    ['one folder more', { ...three, roots: ['/w/app', '/w/other'] }, {}],
    ['the folder, replaced', three, { inode: 'b' }],
    ['scopes that were not used', { scopes: ['write:files'] as const }, {}],
    [
      'another program with the key',
      { ...three, who: { ...claude, verified: callerCalled('/tmp/evil', false) } },
      {},
    ],
    ['a caller that is not verified', { ...three, who: { ...claude, verified: null } }, {}],
  ])('C30 is not offered for %s', async (_what, request, change) => {
    const { core, clock, machine } = await machineWith();
    await core.suggested.add(suggestion);
    Object.assign(machine, change);
    expect((await asked(core, clock, request)).ask.lastTime).toBeUndefined();
  });

  test('C30 is refused for a folder that cannot be granted, and can be withdrawn', async () => {
    const { core, ledgerStore } = await machineWith();
    expect(await core.suggested.add({ ...suggestion, folder: '/' })).toMatchObject({ done: false });
    expect(await core.suggested.add({ ...suggestion, scopes: [] })).toMatchObject({ done: false });
    await core.suggested.add(suggestion);
    expect(await core.suggested.remove(client, '/w/app')).toEqual({ done: true });
    expect(core.suggested.has('claude-code', '/w/app')).toBe(false);
    const actions = ledgerStore.lines.map((line) => /"action":"(history\.\w+)"/.exec(line)?.[1]);
    expect(actions.filter(Boolean)).toEqual(['history.suggested', 'history.withdrawn']);
  });
});
