import fs from 'node:fs';
import { describe, expect, test } from 'vitest';
import { isScreenLocked } from '../../src/main/platform/system/screen-lock.ts';
import { put, scratch } from '../fakes/scratch.ts';

function loginctlThat(does: string): string {
  const program = put(scratch(), 'loginctl', `#!/bin/sh\n${does}\n`);
  fs.chmodSync(program, 0o700);
  return program;
}

describe.skipIf(process.platform === 'win32')('C4 whether the screen is locked', () => {
  test.each([
    ['says yes', 'echo yes', true],
    ['says no', 'echo no', false],
    ['fails', 'echo yes; exit 1', false],
    ['says nothing', '', false],
  ])('logind %s', async (_how, does, locked) => {
    expect(await isScreenLocked(loginctlThat(does))).toBe(locked);
  });

  test('logind is asked for the hint of this session', async () => {
    const asked = `[ "$1 $3 $4 $5" = "show-session -p LockedHint --value" ] && echo yes`;
    expect(await isScreenLocked(loginctlThat(asked))).toBe(true);
  });

  test('there is no logind', async () => {
    expect(await isScreenLocked('/nowhere/loginctl')).toBe(false);
  });
});
