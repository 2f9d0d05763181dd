/** Standing grants: the user said "start without asking here". */
import { describe, expect, test } from 'vitest';
import type { StandingGrantView } from '../../src/shared/access/remembered.ts';
import type { Core } from '../../src/main/core/core.ts';
import type { Rule } from '../../src/shared/rules/rules.ts';
import { callerCalled, settingsWith } from './core-fixture.ts';
import {
  asked,
  claude,
  day,
  grantedTo,
  machineWith,
  reads,
  sessionOf,
  silently,
  standingFor,
  yesTo,
} from './remembered-fixture.ts';

const both = { scopes: ['read:files', 'write:files'] } as const;

function only(core: Core): StandingGrantView {
  const [grant, ...others] = core.standing.views();
  if (!grant || others.length > 0) throw new Error('not exactly one standing grant');
  return grant;
}

describe('a standing grant', () => {
  test('C23 starts a session without asking, after a restart too, and the entry says why', async () => {
    const { core, clock, restarted } = await machineWith();
    await standingFor(core, clock, both);
    const later = await restarted();
    const outcome = await silently(later.core, clock, both);
    expect(outcome).toMatchObject({ kind: 'done', data: { session: { scopes: both.scopes } } });
    const grant = only(later.core);
    expect(grant).toMatchObject({ starts: 1, lastUsedAt: clock.now(), suspended: null });
    expect(later.core.sessions.get(sessionOf(outcome))).toMatchObject({
      standingGrant: grant.grantId,
    });
    expect(later.ledgerStore.records.find(({ phase }) => phase === 'decision')).toMatchObject({
      decided_by: 'policy',
      rule: 'standing grant',
      args: { standing_grant: grant.grantId },
      detail: 'You said on 2030-01-01 that it starts without asking here.',
    });
  });

  test('C23 is offered only for what was granted before, and refused otherwise', async () => {
    const { core, clock } = await machineWith();
    const { ask } = await asked(core, clock, both);
    const receipt = core.asks.answer(ask.askId, yesTo(ask, { standing: { days: 30 } }));
    expect(receipt).toEqual({
      accepted: false,
      why: 'Only what was granted before can start without asking.',
    });
  });

  test.each([
    ['the home folder', { ...both, roots: ['/home/ada'] }, /too wide or too sensitive/],
    ['a folder around it', { ...both, roots: ['/home'] }, /too wide or too sensitive/],
    ['a hidden folder', { ...both, roots: ['/home/ada/.dotfiles'] }, /too wide or too sensitive/],
    ['a terminal', { scopes: ['read:files', 'exec:terminal'] }, /exec:terminal is asked about/],
    ['tools of tabs', { scopes: ['read:files', 'browser:tools'] }, /asked about every time/],
    ['plugins', { scopes: ['read:files', 'manage:plugins'] }, /asked about every time/],
  ] as const)('C23 is refused for %s', async (_what, request, why) => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, request), 'agent');
    const { ask } = await asked(core, clock, request);
    const receipt = core.asks.answer(ask.askId, yesTo(ask, { standing: { days: 30 } }));
    expect(receipt).toMatchObject({ accepted: false, why: expect.stringMatching(why) });
  });

  test('C23 cannot be made through the management API', async () => {
    const { core, clock } = await machineWith();
    core.sessions.end(await grantedTo(core, clock, both), 'agent');
    const { ask } = await asked(core, clock, both);
    const request = core.requests.list().at(-1);
    if (!request) throw new Error('no request');
    expect(core.requests.answer(request, yesTo(ask, { standing: { days: 30 } }))).toMatchObject({
      accepted: false,
    });
    expect(core.requests.answer(request, yesTo(ask))).toEqual({ accepted: true });
    expect(core.standing.views()).toEqual([]);
  });

  test.each([
    ['another scope', { scopes: ['read:files', 'delete:files'] }],
    ['more time', { ...both, seconds: 7200 }],
    ['one folder more', { ...both, roots: ['/w/app', '/w/other'] }],
  ] as const)('C23 %s is asked about', async (_what, more) => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    await asked(core, clock, more);
    expect(core.sessions.list().filter(({ ended }) => !ended)).toEqual([]);
  });

  test.each([
    ['the key', { key: 'key-2' }, 'key'],
    ["the program's file", { program: 'v2' }, 'program'],
    ['the folder', { inode: 'b' }, 'folder'],
    ['the folder, with the same inode', { born: '2' }, 'folder'],
  ])('C24 it is suspended once somebody replaced %s', async (_what, change, why) => {
    const { core, clock, machine } = await machineWith();
    await standingFor(core, clock, both);
    Object.assign(machine, change);
    await asked(core, clock, both);
    expect(only(core)).toMatchObject({ suspended: { why, at: clock.now() } });
    const resumed = await core.standing.resume(only(core).grantId);
    expect(resumed).toMatchObject({ done: false });
  });

  test('C24 another program with the same key is asked about, and suspends it', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    const other = { ...claude, verified: callerCalled('/tmp/evil', false) };
    const { ask } = await asked(core, clock, { ...both, who: other });
    expect(ask.lastTime).toBeUndefined();
    expect(only(core).suspended).toMatchObject({ why: 'program' });
  });

  test.each([
    ['unverified', { verified: null }],
    ['remote', { remote: '10.0.0.2' }],
    ['claimed', { door: 'management' as const }],
  ])('C24 a caller that is %s is asked about', async (_what, facts) => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    await asked(core, clock, { ...both, who: { ...claude, ...facts } });
    expect(only(core)).toMatchObject({ starts: 0, suspended: null });
  });

  test('C24 ends at its time; use does not extend it', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both, 20);
    for (let days = 0; days < 18; days += 6) {
      clock.skip(6 * day);
      core.sessions.end(sessionOf(await silently(core, clock, both)), 'agent');
      expect(only(core).until).toBe(clock.now() + (20 - days - 6) * day);
      await grantedOf(core, clock);
    }
    clock.skip(2 * day);
    await asked(core, clock, both);
    expect(core.standing.views()).toEqual([]);
  });

  test('C24 with the clock set back it is suspended, and the user can resume it', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    clock.jumpWallClock(-day);
    const { ask } = await asked(core, clock, both);
    core.asks.answer(ask.askId, { kind: 'deny', reason: 'later' });
    expect(only(core).suspended).toMatchObject({ why: 'clock' });
    expect(await core.standing.resume(only(core).grantId)).toEqual({ done: true });
    await silently(core, clock, both);
  });

  test('C25 it is suspended when the user ends its session, not when the agent does', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    core.sessions.end(sessionOf(await silently(core, clock, both)), 'agent');
    core.sessions.end(sessionOf(await silently(core, clock, both)), 'person');
    expect(only(core).suspended).toMatchObject({ why: 'session-ended' });
    await asked(core, clock, both);
  });

  test('C25 revoking everything suspends all of them', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    await standingFor(core, clock, { ...both, roots: ['/w/other'] });
    core.sessions.endAll('person');
    const { ask } = await asked(core, clock, both);
    expect(core.standing.views().map(({ suspended }) => suspended?.why)).toEqual([
      'revoked-all',
      'revoked-all',
    ]);
    // The new yes replaces the suspended grant.
    core.asks.answer(ask.askId, yesTo(ask, { standing: { days: 7 } }));
    await clock.advance(0);
    expect(core.standing.views().map(({ suspended }) => suspended?.why)).toEqual([
      'revoked-all',
      undefined,
    ]);
  });

  test('C25 a client that lost its key has none any more', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    const { grantId } = only(core);
    core.asks.withdrawAllOf(claude.clientId);
    expect(core.standing.views()).toEqual([]);
    expect(await core.standing.restore(grantId)).toMatchObject({ done: false });
  });

  test('C25 removed with one click, undone with another; both are recorded', async () => {
    const { core, clock, ledgerStore } = await machineWith();
    await standingFor(core, clock, both);
    const grant = only(core);
    expect(await core.standing.remove(grant.grantId)).toEqual({ done: true });
    expect(core.standing.views()).toEqual([]);
    expect(await core.standing.restore(grant.grantId)).toEqual({ done: true });
    expect(only(core)).toEqual(grant);
    const notes = ledgerStore.records.filter(({ action }) =>
      String(action).startsWith('standing.'),
    );
    expect(notes.map(({ action, decided_by: by }) => [action, by])).toEqual([
      ['standing.added', 'person'],
      ['standing.removed', 'person'],
      ['standing.restored', 'person'],
    ]);
  });

  test('C26 a scope that was not used for two weeks is left out, visibly, and can come back', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    clock.skip(10 * day);
    const session = sessionOf(await silently(core, clock, both));
    expect(await reads(core)).toMatchObject({ kind: 'done' });
    core.sessions.end(session, 'agent');
    clock.skip(5 * day);
    const outcome = await silently(core, clock, both);
    expect(outcome).toMatchObject({ data: { session: { scopes: ['read:files'] } } });
    expect(only(core)).toMatchObject({ scopes: ['read:files'], lapsed: ['write:files'] });
    // The scope that is missing is asked about.
    const { ask } = await asked(core, clock, both);
    expect(ask.scopes).toEqual(['write:files']);
    await core.standing.renewScopes(only(core).grantId, ['write:files']);
    expect(only(core)).toMatchObject({ scopes: both.scopes, lapsed: [] });
  });

  test('C26 a rule that asks about or denies everything there comes first', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    const rule = denyIn('/w');
    await core.rules.add(rule);
    const { ask } = await asked(core, clock, both);
    core.asks.answer(ask.askId, { kind: 'deny', reason: 'no' });
    await core.rules.remove(rule.ruleId);
    await silently(core, clock, both);
  });

  test('C26 deny rules for single actions hold in its sessions', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    await core.rules.add({ ...denyIn('/w'), actions: ['open_file'] });
    await silently(core, clock, both);
    expect(await reads(core)).toMatchObject({ kind: 'refused', code: 'denied-by-rule' });
  });

  test('C27 an agent that starts again and again is asked about', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    for (let starts = 0; starts < 12; starts += 1)
      core.sessions.end(sessionOf(await silently(core, clock, both)), 'agent');
    await asked(core, clock, both);
    expect(only(core).starts).toBe(12);
  });

  test('C27 requests at the same time share one session', async () => {
    const { core, clock } = await machineWith({ settings: settingsWith({ sessions: 1 }) });
    await standingFor(core, clock, both);
    const all = await Promise.all([1, 2, 3].map(() => silently(core, clock, both)));
    expect(new Set(all.map(sessionOf)).size).toBe(1);
  });

  test('C27 while the screen is locked, nothing starts by itself', async () => {
    const { core, clock, machine } = await machineWith();
    await standingFor(core, clock, both);
    machine.isLocked = true;
    await asked(core, clock, both);
    expect(only(core)).toMatchObject({ starts: 0, suspended: null });
  });

  test('C27 a paused client does not get around the pause', async () => {
    const { core, clock } = await machineWith();
    await standingFor(core, clock, both);
    const session = sessionOf(await silently(core, clock, both));
    await core.sessions.pause(session);
    expect(await silently(core, clock, both)).toMatchObject({ code: 'session-paused' });
  });
});

/** Uses both scopes, so that neither lapses. */
async function grantedOf(core: Core, clock: { skip(ms: number): void }): Promise<void> {
  await core.standing.renewScopes(only(core).grantId, both.scopes);
  clock.skip(0);
}

const denyIn = (within: string): Rule => ({
  ...{ ruleId: '10000000-0000-4000-8000-000000000001', effect: 'deny', client: null, actions: [] },
  ...{ within, exactly: null, exactCall: null, exactSentence: null, fromEntry: null },
  ...{ createdAt: 0, until: null, lastUsedAt: null },
});
