import { describe, expect, test } from 'vitest';
import { typeToAllow } from '../../src/main/core/asks/type-to-allow.ts';
import { boldApp, nextConfirm } from './core-fixture.ts';
import { remove } from './judge-fixture.ts';

async function askedFor(action: string, args: unknown) {
  const { core, clock, call } = await boldApp();
  void call(action, args);
  return nextConfirm(core, clock);
}

describe('G10 what cannot be had back has to be typed', () => {
  test.each([
    ['a file that nobody keeps', 'delete_file', { path: '/w/app/a.ts' }, 'a.ts'],
    ['a command that deletes', 'exec_command', { argv: ['rm', '-r', 'build'] }, 'rm'],
    ['a command of the superuser', 'exec_command', { argv: ['sudo', 'ls'] }, 'sudo'],
  ])('%s: by its name', async (_what, action, args, name) => {
    expect((await askedFor(action, args)).typeToAllow).toBe(name);
  });

  test('a name that nobody could type is a plain word', async () => {
    expect((await askedFor('delete_file', { path: `/w/app/${'x'.repeat(60)}` })).typeToAllow).toBe(
      'allow',
    );
    expect((await askedFor('delete_file', { path: '/w/app/a\u200Bb' })).typeToAllow).toBe('allow');
  });

  test('what whoever does it keeps, or says can be had back, needs no typing', () => {
    const plan = { by: 'workbench', truncated: false };
    expect(typeToAllow({ ...remove(), plan })).toBe('a.ts');
    const kept = { ...plan, recoverability: 'It goes to the trash.' };
    expect(typeToAllow({ ...remove(), plan: kept })).toBeNull();
    expect(typeToAllow({ ...remove(), plan: { ...plan, files: [] } })).toBeNull();
  });

  test('a command that only looks, and a change that can be undone, need no typing', async () => {
    const look = await askedFor('exec_command', { argv: ['git', 'log', '-5'] });
    expect(look.typeToAllow).toBeNull();
    const write = await askedFor('create_file', { path: '/w/app/.npmrc', content: 'x\n' });
    expect(write.typeToAllow).toBeNull();
  });
});

test('G13 the rule for exactly this call is for this agent alone, and ends when it says', async () => {
  const { core, clock, call } = await boldApp();
  void call('exec_command', { argv: ['git', 'log', '-5'] });
  const ask = await nextConfirm(core, clock);
  const rule = core.rules.makeExact(ask, 3600);
  expect(rule).toMatchObject({
    ...{ effect: 'allow', client: ask.agent.clientId, actions: ['exec_command'], within: null },
    ...{ exactly: ask.callDigest, until: clock.now() + 3_600_000 },
  });
  if (!rule) throw new Error('this can be a rule');
  expect(await core.rules.add(rule)).toEqual({ added: true });
  expect(core.rules.makeExact({ ...ask, ruleDraft: null }, 3600)).toBeNull();
});
