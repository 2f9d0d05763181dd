/** Code that runs in the session's sandbox, judged: when it is silent and when it is not. */
import { describe, expect, test } from 'vitest';
import type { CommandEffect, ResolvedCall } from '../../../src/main/core/call/call.ts';
import { judge } from '../../../src/main/core/policy/judge.ts';
import type { EffectName } from '../../../src/shared/commands/command-effects.ts';
import type { Rule } from '../../../src/shared/rules/rules.ts';
import { rootAt } from '../core-fixture.ts';
import { callOf, commandThat, now, placeAt, places } from '../judge-fixture.ts';
import { ruleWith } from '../rule-fixture.ts';

const profile = { profileSha256: 'a'.repeat(64) };

const effect = (name: EffectName, own: Partial<CommandEffect> = {}): CommandEffect => ({
  effect: name,
  word: 'x',
  sentence: `it ${name}`,
  ...own,
});

function sandboxed(...does: readonly CommandEffect[]): ResolvedCall {
  const effects = does.map((one) => one.effect);
  return {
    ...callOf({ action: 'exec_command', kind: 'run', scope: 'run:commands' }),
    places: [placeAt('/w/app', 'list', { protection: null })],
    session: {
      scopes: ['run:commands'],
      roots: [rootAt('/w/app')],
    } as unknown as ResolvedCall['session'],
    command: { ...commandThat('once'), does, effects, sandbox: profile },
  };
}

const verdict = (call: ResolvedCall, sandboxCovers: boolean, ...rules: readonly Rule[]) =>
  judge(call, { ...places, rules, now, sandboxCovers });

describe('code in the session’s sandbox', () => {
  test.each(['runs-other-code', 'unknown', 'writes', 'network', 'privilege'] as const)(
    'what %s is no reason to ask, and the entry says why',
    (name) => {
      expect(verdict(sandboxed(effect(name)), true)).toMatchObject({
        kind: 'allow',
        explain: 'Covered by Run commands and tests, sandboxed.',
      });
    },
  );

  test('what deletes is a reason, unless the checkpoint holds all of it', () => {
    const call = sandboxed(effect('deletes'));
    expect(verdict(call, true).kind).toBe('ask');
    const plan = { by: 'workbench', truncated: false, recoverable: true } as const;
    expect(verdict({ ...call, plan }, true).kind).toBe('allow');
    expect(verdict({ ...call, plan: { by: 'workbench', truncated: false } }, true).kind).toBe(
      'ask',
    );
  });

  test('is allowed only as long as there is a checkpoint', () => {
    expect(verdict(sandboxed(effect('writes')), true)).toMatchObject({ needsCheckpoint: true });
  });

  test('is asked about while the folders cannot be restored, or an editor would run it', () => {
    expect(verdict(sandboxed(effect('runs-other-code')), false).kind).toBe('ask');
  });

  test('is asked about without a sandbox', () => {
    const call = sandboxed(effect('runs-other-code'));
    const { command } = call;
    for (const sandbox of [null, undefined]) {
      const outside = { ...call, command: command && { ...command, sandbox: sandbox ?? null } };
      expect(verdict(outside, true).kind).toBe('ask');
    }
  });

  test('is asked about where a word names a place outside', () => {
    const call = sandboxed(effect('runs-other-code'), effect('reads', { isOutside: true }));
    expect(verdict(call, true).kind).toBe('ask');
  });

  test('E1 is asked about where an argument names a protected file to be changed', () => {
    const call = sandboxed(effect('writes'));
    const at = [...call.places, placeAt('/w/app/.git/hooks/pre-commit', 'write')];
    expect(verdict({ ...call, places: at }, true)).toMatchObject({
      kind: 'ask',
      because: [expect.stringContaining('/w/app/.git/hooks/pre-commit')],
    });
  });

  test('E5 is denied our own data', () => {
    const call = sandboxed(effect('reads'));
    const at = [placeAt('/home/ada/.config/gatehouse/settings.json', 'read')];
    expect(verdict({ ...call, places: at }, true)).toMatchObject({
      kind: 'deny',
      rule: 'own-data',
    });
  });

  test.each(['ask', 'deny'] as const)('L1 a rule to %s counts', (kind) => {
    const rule = ruleWith({ effect: kind, actions: ['exec_command'] });
    expect(verdict(sandboxed(effect('runs-other-code')), true, rule).kind).toBe(kind);
  });

  test('is asked about where a rule closes a folder for reading', () => {
    const rule = ruleWith({ effect: 'deny', actions: ['open_file'], within: '/w/app/secret' });
    expect(verdict(sandboxed(effect('runs-other-code')), true, rule).kind).toBe('ask');
    const elsewhere = { ...rule, within: '/w/other' };
    expect(verdict(sandboxed(effect('runs-other-code')), true, elsewhere).kind).toBe('allow');
  });
});
