import { describe, expect, it } from 'vitest';
import {
  effectLines,
  environmentNames,
  environmentWords,
  programNote,
} from '../../src/renderer/ask/command-words.ts';
import { confirmFacts } from '../../src/renderer/ask/confirm-words.ts';
import { evidenceOf } from '../../src/renderer/ask/evidence.ts';
import type { ConfirmAsk, ShownCommand } from '../../src/shared/asks.ts';
import { effectNames } from '../../src/shared/command-effects.ts';
import { exactly, sampleConfirm } from './samples.ts';

const command = (parts: Partial<ShownCommand> = {}): ShownCommand => ({
  argv: ['git', 'log'],
  program: '/usr/bin/git',
  programFile: '/usr/bin/git',
  cwd: '/home/mira/proj',
  says: '',
  effects: ['reads'],
  environment: ['PATH', 'HOME'],
  whyOnce: '',
  ...parts,
});

const factsOf = (ask: ConfirmAsk) => confirmFacts(ask, evidenceOf(ask));

describe('a command in words', () => {
  it('says every effect, the weightiest first, and what is unknown as such', () => {
    const lines = effectLines(command({ effects: effectNames }));
    expect(lines.map(({ effect }) => effect)).toEqual([...effectNames].toReversed());
    expect(lines[0]).toEqual({
      effect: 'unknown',
      words: 'Not all of what it does is known',
      risk: 'destroy',
    });
    expect(lines.at(-1)).toEqual({
      effect: 'reads',
      words: 'It reads files or settings',
      risk: 'look',
    });
  });

  it('names the file behind a link, and only then', () => {
    expect(programNote(command())).toBeNull();
    expect(programNote(command({ program: null, programFile: null }))).toBeNull();
    expect(programNote(command({ programFile: '/opt/git/git' }))).toBe(' (a link to /opt/git/git)');
  });

  it('names every variable that it is given', () => {
    expect(environmentWords(command())).toBe('2 variables, nothing else');
    expect(environmentNames(command())).toBe('HOME, PATH');
    expect(environmentWords(command({ environment: [] }))).toBe('none');
  });

  it('G3 a mark in the folder or the program has to be seen', () => {
    const exact = exactly({ argv: ['git', 'log'] });
    const isMarked = (parts: Partial<ShownCommand>): boolean =>
      factsOf(sampleConfirm({ exact, command: command(parts) })).isMarked;
    expect(isMarked({})).toBe(false);
    expect(isMarked({ cwd: '/home/\u202Emira' })).toBe(true);
    expect(isMarked({ program: '/usr/bin/g\u200Bit' })).toBe(true);
  });
});
