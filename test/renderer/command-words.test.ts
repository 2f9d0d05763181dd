import { describe, expect, it } from 'vitest';
import {
  effectLines,
  environmentNames,
  environmentWords,
  isMarkedCall,
  programNote,
} from '../../src/renderer/ask/confirm/confirm-text.ts';
import { evidenceOf } from '../../src/renderer/ask/confirm/evidence.ts';
import type { ConfirmAsk, ShownCommand } from '../../src/shared/asks/asks.ts';
import { effectNames } from '../../src/shared/commands/command-effects.ts';
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

const factsOf = (ask: ConfirmAsk) => ({ isMarked: isMarkedCall(ask, evidenceOf(ask)) });

describe('a command in words', () => {
  it('says every effect, the weightiest first, and what is unknown as such', () => {
    const lines = effectLines(command({ effects: effectNames }));
    expect(lines.map(({ effect }) => effect)).toEqual([...effectNames].toReversed());
    expect(lines[0]).toEqual({
      effect: 'unknown',
      words: 'Gatehouse does not know everything it does',
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
