import { describe, expect, test } from 'vitest';
import { hasMarkedIdentity } from '../../src/renderer/ask/access/access-text.ts';
import { identityTexts, programName, startedBy } from '../../src/renderer/text/caller-words.ts';
import { callerCalled } from '../core/core-fixture.ts';
import { sampleAsk } from './samples.ts';

describe('the words about a caller', () => {
  test.each([
    ['/usr/bin/node', 'node'],
    ['C:\\Program Files\\Cursor\\Cursor.exe', 'Cursor.exe'],
    ['/', '/'],
  ])('%s is called %s', (executable, name) => {
    expect(programName(executable)).toBe(name);
  });

  test('who started it, the nearest first, without repeats and without those that cannot be told', () => {
    const parent = (executable: string | null) => ({ pid: 1, executable, cwd: null });
    const parents = ['/bin/zsh', '/bin/zsh', null, '/usr/bin/kitty', '/a', '/b', '/c'].map(parent);
    expect(startedBy({ ...callerCalled('/x'), parents })).toEqual(['zsh', 'kitty', 'a', 'b']);
  });

  test('G2 a hidden character in a path of the program counts as one in the name', () => {
    const { agent } = sampleAsk();
    const verified = callerCalled('/opt/\u202Eexe.tac');
    expect(identityTexts({ ...agent, verified })).toContain('/opt/\u202Eexe.tac');
    expect(hasMarkedIdentity(sampleAsk({ agent: { ...agent, verified } }))).toBe(true);
    expect(hasMarkedIdentity(sampleAsk())).toBe(false);
  });
});
