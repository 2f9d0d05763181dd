/** Roles: presets in the ask, rules of their clients, and limits that no request gets past. */
import { describe, expect, test } from 'vitest';
import {
  isWider,
  readRoleFile,
  roleFileOf,
  type RoleDraft,
} from '../../src/shared/access/roles.ts';
import { roleTemplates } from '../../src/shared/access/role-templates.ts';
import type { ClientId } from '../../src/shared/base/ids.ts';
import type { Core } from '../../src/main/core/core.ts';
import { never, nextQuestion } from './core-fixture.ts';
import {
  asked,
  claude,
  grantedTo,
  machineWith,
  reads,
  silently,
  standingFor,
} from './remembered-fixture.ts';

const client = 'claude-code' as ClientId;
const reviewer: RoleDraft = {
  name: 'reviewer',
  scopes: ['read:files', 'search:files'],
  folders: ['/w/app'],
  rules: [],
  isLimit: true,
};
const readsAndDeletes = { scopes: ['read:files', 'delete:files'] } as const;

async function assigned(core: Core, draft: RoleDraft): Promise<string> {
  expect(await core.roles.save(draft, null)).toEqual({ done: true });
  const roleId = core.roles.list().find(({ name }) => name === draft.name)?.roleId ?? '';
  expect(await core.roles.assign(client, roleId, 'widen')).toEqual({ done: true });
  return roleId;
}

const roleActions = (records: readonly Readonly<Record<string, unknown>>[]) =>
  records.map(({ action }) => action).filter((action) => String(action).startsWith('role.'));

describe('a role in the ask', () => {
  test('C35 the client’s own role is the first preset, with the part of the request that it includes', async () => {
    const { core, clock } = await machineWith();
    await core.roles.save({ ...reviewer, name: 'other', folders: [], isLimit: false }, null);
    await assigned(core, { ...reviewer, isLimit: false });
    const { ask } = await asked(core, clock, readsAndDeletes);
    expect(ask.scopes).toEqual(['read:files', 'delete:files']);
    expect(ask.roles).toEqual([
      { name: 'reviewer', scopes: ['read:files'], roots: ['/w/app'], isOwn: true },
      { name: 'other', scopes: ['read:files'], roots: ['/w/app'], isOwn: false },
    ]);
    expect(ask.cutByRole).toBeUndefined();
  });

  test('a role that includes nothing of the request is not offered', async () => {
    const { core, clock } = await machineWith();
    await core.roles.save({ ...reviewer, folders: ['/w/other'] }, null);
    expect((await asked(core, clock, readsAndDeletes)).ask.roles).toBeUndefined();
  });
});

describe('a limiting role', () => {
  test('C35 the ask shows only what the role includes, and says what was left out', async () => {
    const { core, clock } = await machineWith();
    await assigned(core, reviewer);
    const roots = ['/w/app', '/w/other'];
    const { ask } = await asked(core, clock, { ...readsAndDeletes, roots });
    expect(ask).toMatchObject({ scopes: ['read:files'], roots: ['/w/app'] });
    expect(ask.cutByRole).toEqual({
      ...{ role: 'reviewer', scopes: ['delete:files'], roots: ['/w/other'] },
    });
  });

  test.each([
    ['scope', { scopes: ['delete:files'] }],
    ['folder', { scopes: ['read:files'], roots: ['/w/other'] }],
    ['enclosing folder', { scopes: ['read:files'], roots: ['/w'] }],
  ] as const)(
    'C35 a request for no %s of the role is refused, and nobody is asked',
    async (_what, request) => {
      const { core, clock } = await machineWith();
      await assigned(core, reviewer);
      const outcome = await silently(core, clock, request);
      expect(outcome).toMatchObject({ kind: 'refused', code: 'beyond-role' });
    },
  );

  test('C35 a live session loses what the role does not include, and ends when nothing is left', async () => {
    const { core, clock } = await machineWith();
    const session = await grantedTo(core, clock, readsAndDeletes);
    const roleId = await assigned(core, reviewer);
    expect(core.sessions.get(session)).toMatchObject({ scopes: ['read:files'], ended: null });
    expect(await reads(core)).toMatchObject({ kind: 'done' });
    await core.roles.save({ ...reviewer, scopes: ['search:files'] }, roleId);
    expect(core.sessions.get(session)?.ended).not.toBeNull();
  });

  test('C35 a standing grant starts with at most the role', async () => {
    const { core, clock } = await machineWith();
    const both = { scopes: ['read:files', 'write:files'] } as const;
    await standingFor(core, clock, both);
    await assigned(core, reviewer);
    const outcome = await silently(core, clock, both);
    expect(outcome).toMatchObject({ kind: 'done', data: { session: { scopes: ['read:files'] } } });
  });

  test('C35 an ask that was open before does not grant more than the role', async () => {
    const { core, clock } = await machineWith();
    const { ask, outcome } = await asked(core, clock, readsAndDeletes);
    await assigned(core, reviewer);
    const { scopes, roots } = ask;
    core.asks.answer(ask.askId, { kind: 'allow', scopes, roots, seconds: 600 });
    expect(await outcome).toMatchObject({ kind: 'refused', code: 'beyond-role' });
  });

  test('without the switch, a client may be granted more than its role', async () => {
    const { core, clock } = await machineWith();
    await assigned(core, { ...reviewer, isLimit: false });
    const session = await grantedTo(core, clock, readsAndDeletes);
    expect(core.sessions.get(session)?.scopes).toEqual(['read:files', 'delete:files']);
  });
});

describe('rules of a role', () => {
  const strict = {
    ...{ ...reviewer, isLimit: false },
    rules: [{ effect: 'deny', actions: ['open_file'], within: '/w/app' }],
  } as const satisfies RoleDraft;

  test('apply to calls of its clients only, from the moment it is assigned, and name the role', async () => {
    const { core, clock } = await machineWith();
    await grantedTo(core, clock, { scopes: ['read:files'] });
    const cursor = { ...claude, clientId: 'cursor' as ClientId };
    await grantedTo(core, clock, { scopes: ['read:files'], who: cursor });
    expect(await reads(core)).toMatchObject({ kind: 'done' });
    const roleId = await assigned(core, strict);
    expect(await reads(core)).toMatchObject({
      code: 'denied-by-rule',
      message: expect.stringContaining('(role reviewer)'),
    });
    expect(await reads(core, cursor)).toMatchObject({ kind: 'done' });
    await core.roles.assign(client, null, 'widen');
    expect(await reads(core)).toMatchObject({ kind: 'done' });
    expect(core.roles.list().find((role) => role.roleId === roleId)?.clients).toEqual([]);
  });

  test('apply after a restart, and a role with an unknown action is not saved', async () => {
    const { core, clock, restarted } = await machineWith();
    await assigned(core, strict);
    const receipt = await core.roles.save(
      { ...strict, name: 'odd', rules: [{ effect: 'ask', actions: ['no_such'], within: null }] },
      null,
    );
    expect(receipt).toMatchObject({ done: false });
    const { core: later } = await restarted();
    await grantedTo(later, clock, { scopes: ['read:files'] });
    expect(await reads(later)).toMatchObject({ code: 'denied-by-rule' });
  });

  test('a call that waits is refused if a role comes to forbid it', async () => {
    const { core, clock } = await machineWith();
    await grantedTo(core, clock, { scopes: ['read:files'] });
    await assigned(core, {
      ...strict,
      rules: [{ effect: 'ask', actions: ['open_file'], within: null }],
    });
    const reading = core.gate.pass(
      { action: 'open_file', args: { path: '/w/app/a' } },
      claude,
      never,
    );
    const ask = await nextQuestion(core, clock);
    const [role] = core.roles.list();
    await core.roles.save(strict, role?.roleId ?? '');
    core.asks.answer(ask.askId, { kind: 'once' });
    expect(await reading).toMatchObject({ code: 'denied-by-rule' });
  });
});

describe('the roles', () => {
  test('each change is recorded before it takes effect; a removal can be undone', async () => {
    const { core, ledgerStore } = await machineWith();
    const roleId = await assigned(core, reviewer);
    await core.roles.save({ ...reviewer, isLimit: false }, roleId);
    await core.roles.remove(roleId);
    expect(core.roles.of(client)).toBeNull();
    await core.roles.restore(roleId);
    expect(core.roles.of(client)?.name).toBe('reviewer');
    await core.roles.assign(client, null, 'widen');
    expect(roleActions(ledgerStore.records)).toEqual([
      ...['role.added', 'role.assigned', 'role.changed'],
      ...['role.removed', 'role.restored', 'role.unassigned'],
    ]);
  });

  test('names are unique, and a client has one role', async () => {
    const { core } = await machineWith();
    await assigned(core, reviewer);
    expect(await core.roles.save({ ...reviewer, name: 'Reviewer' }, null)).toMatchObject({
      done: false,
    });
    await assigned(core, { ...reviewer, name: 'builder' });
    expect(core.roles.list().map(({ name, clients }) => [name, clients])).toEqual([
      ['reviewer', []],
      ['builder', [client]],
    ]);
  });

  test('C35 only the window may let a client do more: import and assign refuse otherwise', async () => {
    const { core } = await machineWith();
    await assigned(core, reviewer);
    const wider = { ...reviewer, scopes: ['read:files', 'delete:files'] } as const;
    expect(await core.roles.import([wider], 'restrict')).toMatchObject({ done: false });
    expect(await core.roles.import([{ ...reviewer, scopes: ['read:files'] }], 'restrict')).toEqual({
      done: true,
    });
    await core.roles.save({ ...wider, name: 'builder' }, null);
    const builder = core.roles.list().find(({ name }) => name === 'builder')?.roleId ?? '';
    expect(await core.roles.assign(client, builder, 'restrict')).toMatchObject({ done: false });
    expect(core.roles.of(client)).toMatchObject({ name: 'reviewer', scopes: ['read:files'] });
    expect(await core.roles.assign('cursor' as ClientId, builder, 'restrict')).toEqual({
      done: true,
    });
  });

  test('a file with one bad role imports none of them', async () => {
    const { core } = await machineWith();
    const bad = {
      ...reviewer,
      name: 'bad',
      rules: [{ effect: 'deny', actions: ['no_such'], within: null }],
    } as const;
    expect(await core.roles.import([reviewer, bad], 'widen')).toMatchObject({ done: false });
    expect(core.roles.list()).toEqual([]);
  });

  test('what is exported can be imported, and other text is refused', () => {
    const text = JSON.stringify(roleFileOf(roleTemplates));
    expect(readRoleFile(text)).toEqual({ roles: roleTemplates });
    for (const other of ['no json', '{}', '{"format":"gatehouse-roles","version":2,"roles":[]}'])
      expect(readRoleFile(other)).toMatchObject({
        why: expect.stringContaining('not a file of roles'),
      });
  });

  test.each([
    ['no role before', null, reviewer, false],
    ['a limit taken away', reviewer, null, true],
    ['a preset taken away', { ...reviewer, isLimit: false }, null, false],
    ['the limit switched off', reviewer, { ...reviewer, isLimit: false }, true],
    ['fewer scopes', reviewer, { ...reviewer, scopes: ['read:files'] }, false],
    ['any folder', reviewer, { ...reviewer, folders: [] }, true],
    ['a folder inside', reviewer, { ...reviewer, folders: ['/w/app/src'] }, false],
    [
      'a rule dropped',
      { ...reviewer, rules: [{ effect: 'ask', actions: [], within: null }] },
      reviewer,
      true,
    ],
    [
      'a rule made stricter',
      { ...reviewer, rules: [{ effect: 'ask', actions: [], within: null }] },
      { ...reviewer, rules: [{ effect: 'deny', actions: [], within: null }] },
      false,
    ],
  ] as const)('%s: wider is %4$s', (_what, before, after, expected) => {
    expect(isWider(before, after)).toBe(expected);
  });
});
