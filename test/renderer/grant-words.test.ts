import { describe, expect, it } from 'vitest';
import {
  allowLabel,
  type GrantSelection,
  hasMarkedIdentity,
  whyNotYet,
} from '../../src/renderer/ask/access/access-text.ts';
import { noon, sampleAsk } from './samples.ts';

const choice = (parts: Partial<GrantSelection> = {}): GrantSelection => ({
  scopes: ['read:files', 'search:files'],
  roots: ['/home/mira/proj'],
  seconds: 900,
  once: false,
  hasSeenMarks: false,
  ...parts,
});

describe('the allow button', () => {
  it('says for how long', () => {
    expect(allowLabel(choice())).toBe('Allow for 15 min');
    expect(allowLabel(choice({ seconds: 3600 }))).toBe('Allow for 1 hour');
    expect(allowLabel(choice({ once: true }))).toBe('Allow one call');
    expect(allowLabel(choice({ seconds: 28_800 }))).toBe('Allow until I quit');
  });

  it('grants nothing when nothing is ticked, and shows that', () => {
    expect(allowLabel(choice({ scopes: [] }))).toBe('Allow nothing');
    expect(whyNotYet(sampleAsk(), choice({ scopes: [] }), noon, null)).toContain(
      'at least one row',
    );
    expect(whyNotYet(sampleAsk(), choice({ roots: [] }), noon, null)).toContain(
      'at least one folder',
    );
  });

  it('speaks of no folder where none is needed', () => {
    const inTabs = choice({ scopes: ['browser:tools'], roots: [] });
    expect(allowLabel(inTabs)).toBe('Allow for 15 min');
    expect(whyNotYet(sampleAsk(), inTabs, noon, null)).toBeNull();
  });

  it('is free when something is ticked in time', () => {
    expect(whyNotYet(sampleAsk(), choice(), noon, null)).toBeNull();
  });

  it('G9 is locked while a folder has not been on screen', () => {
    expect(whyNotYet(sampleAsk(), choice(), noon, 'Scroll')).toBe('Scroll');
    expect(whyNotYet(sampleAsk(), choice(), noon, '')).toBe('');
  });

  it('is locked once silence has become no', () => {
    const ask = sampleAsk({ deadline: noon });
    expect(whyNotYet(ask, choice(), noon, null)).toBe('Time is up.');
  });

  it('is locked while hidden characters in a folder have not been seen', () => {
    const ask = sampleAsk({ roots: ['/home/mira/\u200Bproj'] });
    expect(whyNotYet(ask, choice(), noon, null)).toContain('marked characters');
    expect(whyNotYet(ask, choice({ hasSeenMarks: true }), noon, null)).toBeNull();
  });

  it('is locked for hidden characters in the claimed name and version too', () => {
    const { agent } = sampleAsk();
    expect(hasMarkedIdentity(sampleAsk({ agent: { ...agent, claimedName: 'a\u202Eb' } }))).toBe(
      true,
    );
    expect(hasMarkedIdentity(sampleAsk({ agent: { ...agent, claimedVersion: '1\u0007' } }))).toBe(
      true,
    );
  });

  it('is not locked for hidden characters in the reason, which decides nothing', () => {
    expect(hasMarkedIdentity(sampleAsk({ reason: 'a\u202Eb' }))).toBe(false);
  });
});
