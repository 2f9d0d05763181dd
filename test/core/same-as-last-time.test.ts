/** "Same as last time": what the ask offers when the same program asks again in the same folders. */
import { describe, expect, test } from 'vitest';
import { callerCalled } from './core-fixture.ts';
import { asked, claude, grantedTo, machineWith, reads, yesTo } from './remembered-fixture.ts';

const both = { scopes: ['read:files', 'write:files'] } as const;

describe('same as last time', () => {
  test('C20 nothing is offered the first time; then exactly what was granted, after a restart too', async () => {
    const { core, clock, restarted } = await machineWith();
    const first = await asked(core, clock, both);
    expect(first.ask.lastTime).toBeUndefined();
    core.asks.answer(first.ask.askId, yesTo(first.ask, { seconds: 1800 }));
    await first.outcome;
    const { core: later } = await restarted();
    const { ask } = await asked(later, clock, both);
    expect(ask.lastTime).toMatchObject({
      scopes: ['read:files', 'write:files'],
      seconds: 1800,
      unused: [],
      leftOut: [],
      standing: { whyNot: null, never: [] },
    });
  });

  test('C20 it never offers more than was granted, nor for longer', async () => {
    const { core, clock } = await machineWith();
    const session = await grantedTo(core, clock, both, { scopes: ['read:files'], seconds: 900 });
    core.sessions.end(session, 'agent');
    const { ask } = await asked(core, clock, both);
    expect(ask.lastTime).toMatchObject({
      ...{ scopes: ['read:files'], seconds: 900, leftOut: ['write:files'] },
    });
  });

  test.each([
    ['another scope', { scopes: ['read:files', 'write:files', 'delete:files'] }],
    ['more time', { ...both, seconds: 7200 }],
    ['another folder', { ...both, roots: ['/w/other'] }],
    ['one folder more', { ...both, roots: ['/w/app', '/w/other'] }],
  ] as const)('C20 is not offered for %s', async (_what, more) => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both), 'agent');
    expect((await asked(core, clock, more)).ask.lastTime).toBeUndefined();
  });

  test.each([
    ['the key', { key: 'key-2' }],
    ['the folder, for another one with its name', { inode: 'b' }],
    ['the folder, for one that got its inode', { born: '2' }],
  ])('C21 is not offered once somebody replaced %s', async (_what, change) => {
    const { core, clock, machine } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both), 'agent');
    Object.assign(machine, change);
    expect((await asked(core, clock, both)).ask.lastTime).toBeUndefined();
  });

  test.each([
    ['another program', { verified: callerCalled('/tmp/evil') }],
    [
      'a program that the user has not approved',
      { verified: callerCalled('/usr/bin/claude', false) },
    ],
    ['an unknown program', { verified: null }],
    ['another machine', { remote: '10.0.0.2' }],
    ['a claimed name', { door: 'management' as const }],
  ])('C21 is not offered to %s with the same name', async (_what, facts) => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both), 'agent');
    const { ask } = await asked(core, clock, { ...both, who: { ...claude, ...facts } });
    expect(ask.lastTime).toBeUndefined();
  });

  test.each([
    ['a verified client', {}],
    ['a client that asks through a hook', { door: 'hook' as const }],
  ])('the ask says that it is remembered of %s', async (_what, facts) => {
    const { core, clock } = await machineWith();
    const { ask } = await asked(core, clock, { ...both, who: { ...claude, ...facts } });
    expect(ask.isRemembered).toBe(true);
  });

  test.each([
    ['an unknown program', { verified: null }],
    ['another machine', { remote: '10.0.0.2' }],
    ['a claimed name', { door: 'management' as const }],
  ])('the ask does not offer to remember it of %s', async (_what, facts) => {
    const { core, clock } = await machineWith();
    const { ask } = await asked(core, clock, { ...both, who: { ...claude, ...facts } });
    expect(ask.isRemembered).toBeUndefined();
  });

  test('the ask does not offer to remember what has no folder, or a client without a key', async () => {
    const { core, clock } = await machineWith();
    const folderless = { scopes: ['browser:tools'], roots: [] } as const;
    expect((await asked(core, clock, folderless)).ask.isRemembered).toBeUndefined();
    // As for `gatehouse run`, whose client exists only as long as it runs.
    const keyless = await machineWith({ keyMarkOf: () => null });
    const { ask } = await asked(keyless.core, keyless.clock, both);
    expect(ask.isRemembered).toBeUndefined();
  });

  test('C21 a removed client is forgotten, and a new one of its name starts from nothing', async () => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both), 'agent');
    core.asks.withdrawAllOf(claude.clientId);
    expect((await asked(core, clock, both)).ask.lastTime).toBeUndefined();
  });

  test('C21 what another installation wrote is not offered', async () => {
    const { core, clock, stateStore, restarted } = await machineWith();
    await grantedTo(core, clock, both);
    const stored = stateStore.saved.get('past-grants') ?? '';
    expect(stored).toContain('write:files');
    stateStore.saved.set('past-grants', stored.replaceAll('write:files', 'delete:files'));
    const { core: later } = await restarted();
    const wide = { scopes: ['read:files', 'delete:files'] } as const;
    expect((await asked(later, clock, wide)).ask.lastTime).toBeUndefined();
  });

  test('C22 scopes that were not used drop out, visibly, and can be granted again', async () => {
    const { core, clock, restarted } = await machineWith();
    await grantedTo(core, clock, both);
    expect(await reads(core)).toMatchObject({ kind: 'done' });
    const { core: later } = await restarted();
    const { ask, outcome } = await asked(later, clock, both);
    expect(ask.lastTime).toMatchObject({ scopes: ['read:files'], unused: ['write:files'] });
    expect(later.asks.answer(ask.askId, yesTo(ask))).toEqual({ accepted: true });
    const session = { scopes: ['read:files', 'write:files'] };
    expect(await outcome).toMatchObject({ data: { session } });
  });

  test('C22 a session without any call leaves out nothing', async () => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both), 'agent');
    const { ask } = await asked(core, clock, both);
    expect(ask.lastTime).toMatchObject({ scopes: ['read:files', 'write:files'], unused: [] });
  });

  test('C22 step-ups of one session are offered one by one in the next', async () => {
    const { core, clock } = await machineWith();
    const session = await grantedTo(core, clock, { scopes: ['read:files'] });
    expect(await grantedTo(core, clock, { scopes: ['write:files'] })).toBe(session);
    core.sessions.end(session, 'agent');
    await grantedTo(core, clock, { scopes: ['read:files'] });
    const { ask } = await asked(core, clock, { scopes: ['write:files'] });
    expect(ask.lastTime).toMatchObject({ scopes: ['write:files'] });
  });

  test.each([
    ['for one call', { once: true }],
    ['not to be remembered', { forget: true }],
  ] as const)('C20 what was granted %s is not offered again', async (_what, give) => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both, give), 'agent');
    expect((await asked(core, clock, both)).ask.lastTime).toBeUndefined();
  });

  test('C20 a narrower folder is not offered as the whole one', async () => {
    const { core, clock } = await machineWith();
    const first = await asked(core, clock, both);
    expect(await core.pickFolder(first.ask.askId, '/w/app', '/w/app/src')).toMatchObject({
      kind: 'picked',
    });
    core.asks.answer(first.ask.askId, yesTo(first.ask, { roots: ['/w/app/src'] }));
    await first.outcome;
    expect((await asked(core, clock, both)).ask.lastTime).toBeUndefined();
  });
});
