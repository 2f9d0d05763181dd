import { describe, expect, it } from 'vitest';
import {
  askSentence,
  askSentenceText,
  confirmAction,
} from '../../src/renderer/text/ask-sentence.ts';
import { sampleAsk, sampleConfirm } from './samples.ts';

describe('the sentence on top of an ask', () => {
  it('names the key, the action and the only folder', () => {
    expect(askSentenceText(sampleAsk())).toBe('opencode wants to read files in /home/mira/proj');
  });

  it('names up to three scopes', () => {
    const ask = sampleAsk({ scopes: ['read:files', 'search:files', 'delete:files'] });
    expect(askSentenceText(ask)).toBe(
      'opencode wants to read files, find files by name and delete files in /home/mira/proj',
    );
  });

  it('sums up more scopes', () => {
    const ask = sampleAsk({ scopes: ['read:files', 'write:files', 'run:commands', 'git:status'] });
    expect(askSentenceText(ask)).toContain('wants to work in');
  });

  it('counts folders when there are several', () => {
    expect(askSentenceText(sampleAsk({ roots: ['/a', '/b'] }))).toMatch(/ in 2 folders$/);
  });

  it('names no place where there is none', () => {
    const ask = sampleAsk({ scopes: ['browser:tools'], roots: [] });
    expect(askSentenceText(ask)).toBe('opencode wants to use tools of open browser tabs');
  });

  it('never uses the name an agent claims', () => {
    const agent = { ...sampleAsk().agent, claimedName: 'Your trusted editor' };
    expect(askSentenceText(sampleAsk({ agent }))).not.toContain('trusted');
  });

  it('leaves a very long path to the list below, where it is shown whole', () => {
    const ask = sampleAsk({ roots: [`/home/${'x'.repeat(200)}`] });
    expect(askSentence(ask).place).toEqual({ kind: 'count', text: '1 folder' });
  });

  it('leaves a path with hidden characters to the list below, where they are marked', () => {
    const ask = sampleAsk({ roots: ['/home/mira/\u202Ejorp'] });
    expect(askSentence(ask).place).toEqual({ kind: 'count', text: '1 folder' });
  });

  it('says of a call what it does, with what is hidden made visible', () => {
    expect(askSentenceText(sampleConfirm())).toBe('opencode wants to write notes.md in ~/proj');
    expect(askSentenceText(sampleConfirm({ sentence: 'Run a\u202Eb' }))).toBe(
      'opencode wants to run a⟨U+202E⟩b',
    );
  });

  it('keeps the start and the end of a long action', () => {
    const long = sampleConfirm({ sentence: `Run ${'x'.repeat(5000)} in ~/proj` });
    expect(confirmAction(long)).toHaveLength(160);
    expect(confirmAction(long)).toMatch(/^run x+…x+ in ~\/proj$/);
  });
});
