import { describe, expect, test } from 'vitest';
import { callOf, placeAt, verdictOn } from './judge-fixture.ts';
import { ruleWith } from './rule-fixture.ts';

describe('E5 what Gatehouse keeps for itself', () => {
  test.each([
    ['read', '/home/ada/.config/gatehouse/client-keys.json'],
    ['list', '/home/ada/.config/gatehouse'],
    ['write', '/home/ada/.config/gatehouse/settings.json'],
    ['create', '/home/ada/.config/Gatehouse/x'],
    ['delete', '/home/ada/.config/gatehouse/audit'],
    ['delete', '/home/ada/.config'],
    ['read', '/home/ada/.local/state/gatehouse-checkpoints/01/checkpoints.jsonl'],
    ['write', '/home/ada/.local/state/Gatehouse-Checkpoints/01/checkpoints.jsonl'],
    ['delete', '/home/ada/.local/state'],
    ['create', '/home/ada/.config/autostart/gatehouse.desktop'],
  ] as const)('is denied to %s %s, and nobody is asked', (use, path) => {
    const call = callOf({ places: [placeAt(path, use)] });
    expect(verdictOn(call)).toMatchObject({
      kind: 'deny',
      rule: 'own-data',
      token: path,
      refusal: { code: 'own-data' },
    });
  });

  test('is denied wherever it stands among the paths, whatever the owner’s rules say', () => {
    const at = [placeAt('/w/app/a', 'delete'), placeAt('/home/ada/.config/gatehouse/a', 'create')];
    const call = callOf({ action: 'rename_file', kind: 'write', places: at });
    const rules = [ruleWith({ effect: 'allow', exactly: call.digest }), ruleWith({})];
    expect(verdictOn(call, ...rules)).toMatchObject({ kind: 'deny', rule: 'own-data' });
  });

  test('the folder around it may be looked at', () => {
    expect(verdictOn(callOf({ places: [placeAt('/home/ada/.config', 'list')] })).kind).toBe(
      'allow',
    );
  });
});
