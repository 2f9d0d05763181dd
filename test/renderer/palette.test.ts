/** The command palette: what it offers, how it is found, and its roles for screen readers. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { snapshot } from '../../dev/fixtures.ts';
import { isPaletteChord } from '../../src/renderer/app/shortcuts.ts';
import { fuzzyMatch } from '../../src/renderer/palette/fuzzy-match.ts';
import {
  clientItem,
  paletteItems,
  shownItems,
  type PaletteItem,
} from '../../src/renderer/palette/palette-items.ts';
import { recentCommands, rememberCommand } from '../../src/renderer/palette/recent-commands.ts';
import { sampleClient, sampleSession } from './samples.ts';

// The window reads the bridge when it is loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouse: {} });

const { PaletteBody } = await import('../../src/renderer/palette/command-palette.tsx');

const items = paletteItems(snapshot);
const labelsFor = (query: string, recent: readonly string[] = []): readonly string[] =>
  shownItems(items, query, recent).map(({ item }) => item.label);

const byLabel = (label: string): PaletteItem => {
  const found = items.find((item) => item.label === label);
  if (!found) throw new Error(`nothing is called ${label}`);
  return found;
};

describe('a few letters find a command', () => {
  test.each([
    ['pall', 'Pause all agents'],
    ['verify', 'Verify the ledger'],
    ['set', 'Go to Settings'],
    ['rev all', 'Revoke all sessions…'],
    ['dark theme', null],
    ['theme', 'Theme'],
    ['burst', 'Burst size'],
    ['secrets', 'Never let any agent edit a file in /home/mira/harbour/secrets.'],
    ['unm codex', 'Unmute codex'],
  ])('%s finds %s first', (query, label) => expect(labelsFor(query)[0] ?? null).toBe(label));

  test('letters out of order find nothing', () =>
    expect(fuzzyMatch('lla', 'Pause all')).toBeNull());

  test('letters at the start of words count more than letters inside them', () => {
    const starts = fuzzyMatch('pa', 'Pause all')?.score ?? 0;
    expect(starts).toBeGreaterThan(fuzzyMatch('pa', 'Open the Inbox and wait')?.score ?? 0);
  });

  test('the typed letters are marked', () =>
    expect(fuzzyMatch('pall', 'Pause all')).toMatchObject({ at: [0, 6, 7, 8] }));

  test('a word is also found beside the label', () =>
    expect(fuzzyMatch('general', 'Theme', 'General')).toMatchObject({ at: [] }));
});

describe('what is offered', () => {
  test('a session can be opened and revoked, and is named by its agent and folder', () => {
    const one = snapshot.sessions[0];
    const own = items.filter(({ id }) => id.endsWith(one?.sessionId ?? ''));
    expect(own.map(({ command }) => command.kind)).toEqual(['item', 'revoke']);
  });

  test('only what can be done now: nothing to pause or revoke without a session', () => {
    const labels = paletteItems({ ...snapshot, sessions: [] }).map(({ label }) => label);
    expect(labels).not.toContain('Pause all agents');
    expect(labels).not.toContain('Revoke all sessions…');
    expect(labels).toContain('Verify the ledger');
  });

  test('all paused: resume, and not pause', () => {
    const sessions = [sampleSession({ state: 'PAUSED' })];
    const labels = paletteItems({ ...snapshot, sessions }).map(({ label }) => label);
    expect(labels).toContain('Resume all agents');
    expect(labels).not.toContain('Pause all agents');
  });

  test('every waiting ask opens, and no command answers one', () => {
    const asks = items.filter(({ kind }) => kind === 'ask');
    expect(asks).toHaveLength(snapshot.asks.length);
    expect(new Set(asks.map(({ command }) => command.kind))).toEqual(new Set(['ask']));
  });

  test('a client leads to its card', () =>
    expect(clientItem(sampleClient(), 0).command).toMatchObject({ kind: 'item', page: 'clients' }));

  test('hidden characters in the name of a folder are visible', () => {
    const roots = [{ path: '/home/mira/har\u202Ebour', device: '1', inode: '2' }];
    const [first] = paletteItems({ ...snapshot, asks: [], sessions: [sampleSession({ roots })] })
      .filter(({ kind }) => kind === 'session')
      .map(({ label }) => label);
    expect(first).toContain('U+202E');
  });

  test('rules and settings wait until something is typed', () => {
    const kinds = shownItems(items, '', []).map(({ item }) => item.kind);
    expect(kinds).not.toContain('rule');
    expect(kinds).not.toContain('setting');
  });

  test('each command has its own id', () =>
    expect(new Set(items.map(({ id }) => id)).size).toBe(items.length));
});

describe('recent commands come first', () => {
  beforeEach(() => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
    });
  });

  test('the last one first, and five at most', () => {
    for (const label of ['Verify the ledger', 'Go to Rules', 'Verify the ledger'])
      rememberCommand(byLabel(label));
    expect(labelsFor('', recentCommands()).slice(0, 2)).toEqual([
      'Verify the ledger',
      'Go to Rules',
    ]);
    for (const one of items.filter(({ kind }) => kind === 'page')) rememberCommand(one);
    expect(recentCommands()).toHaveLength(5);
  });

  test('commands that end something or open an ask are not among them', () => {
    for (const one of items) {
      if (one.command.kind.startsWith('revoke') || one.kind === 'ask') rememberCommand(one);
    }
    expect(recentCommands()).toEqual([]);
  });
});

test('a combobox controls a listbox of options', () => {
  const markup = renderToStaticMarkup(
    createElement(PaletteBody, {
      query: 'pause',
      shown: shownItems(items, 'pause', []),
      onQuery: () => undefined,
      onPick: () => undefined,
    }),
  );
  expect(markup).toMatch(/<input[^>]*role="combobox"/);
  expect(markup).toContain('role="listbox"');
  expect(markup).toContain('role="option"');
  expect(markup).toContain('<b>Pause</b>');
});

test.each([
  [{ ctrlKey: true }, false, true],
  [{ metaKey: true }, false, false],
  [{ metaKey: true }, true, true],
  [{ ctrlKey: true }, true, false],
  [{ ctrlKey: true, shiftKey: true }, false, false],
  [{}, false, false],
])('K with %o (on a Mac: %s) opens it: %s', (keys, onMac, opens) => {
  const none = { key: 'k', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
  expect(isPaletteChord({ ...none, ...keys }, onMac)).toBe(opens);
});
