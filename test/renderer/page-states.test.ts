/** States of the pages that the end-to-end tests do not reach: empty, loading, failed, late, long, many. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { ClientCard, ClientsView } from '../../src/shared/integrations/clients.ts';
import type { DemoView } from '../../src/shared/integrations/demo.ts';
import type { PairingView } from '../../src/shared/integrations/pairing.ts';
import { noon, sampleAsk, sampleClient, sampleConfirm, sampleSession } from './samples.ts';

// The pages read the bridge when they are loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouse: {}, gatehouseAsk: {} });

const { AskCard } = await import('../../src/renderer/inbox/ask-card.tsx');
const { FirstRun } = await import('../../src/renderer/inbox/first-run.tsx');
const { ManualSetup } = await import('../../src/renderer/clients/manual-setup.tsx');
const { PairingCard } = await import('../../src/renderer/inbox/pairing-card.tsx');
const { EmptyActivity } = await import('../../src/renderer/activity/empty-activity.tsx');
const { EndedSessions } = await import('../../src/renderer/sessions/ended-sessions.tsx');
const { fill } = await import('../../src/renderer/ui/fill.ts');

const html = <Props extends object>(component: FunctionComponent<Props>, props: Props): string =>
  renderToStaticMarkup(createElement(component, props));
const text = (markup: string): string => markup.replaceAll(/<[^>]*>/g, '');

describe('an ask in the inbox', () => {
  test('whose deadline has passed while it is shown has no time left', () => {
    const card = text(html(AskCard, { ask: sampleAsk(), now: noon + 301_000 }));
    expect(card).toContain('denied if not answered by');
    expect(card).not.toMatch(/-\d/);
  });

  test('that was postponed says so', () => {
    const card = text(html(AskCard, { ask: sampleAsk({ waiting: 0 }), now: noon }));
    expect(card).toContain('postponed until');
  });

  test('with a reason of 4 KB shows its start and its end', () => {
    const because = [`begin ${'x'.repeat(4_096)} end`];
    const card = text(html(AskCard, { ask: sampleConfirm({ because }), now: noon }));
    expect(card).toContain('begin');
    expect(card).toContain('end');
    expect(card.length).toBeLessThan(1_500);
  });

  test('with hidden characters in a name marks them', () => {
    const sentence = 'Write no\u202Etes.md';
    const card = html(AskCard, { ask: sampleConfirm({ sentence }), now: noon });
    expect(card).toContain('hidden-mark');
    expect(card).not.toContain('\u202E');
  });
});

describe('the first run', () => {
  const demo = { phase: 'off', steps: [] } as const;
  const view = (...cards: readonly ClientCard[]) => ({ cards, project: null, home: '/home/mira' });
  const shown = (clients: ClientsView | null, run: DemoView = demo): string =>
    text(
      html(FirstRun, {
        ...{ clients, demo: run, sandbox: { kind: 'ready', version: '1' } },
        onConnect: () => undefined,
      }),
    );

  test('offers the preferred client of those found by one button, and the others below', () => {
    const found = shown(
      view(sampleClient({ id: 'zed', name: 'Zed' }), sampleClient(), {
        ...sampleClient({ id: 'goose', name: 'Goose' }),
        state: { kind: 'not-installed' },
      }),
    );
    expect(found).toContain('Connect Claude Code…');
    expect(found.indexOf('Claude Code')).toBeLessThan(found.indexOf('Zed'));
    expect(found).not.toContain('Goose');
    expect(found).toContain('Sandbox ready');
  });

  test('offers the demo where no client is installed', () => {
    expect(shown(view())).toMatch(/No client was found on this computer.*Try the demo/);
    expect(shown(null)).toContain('Looking for clients…');
  });

  test('shows the demo first once it was started', () => {
    const steps = [{ what: 'Asked for access', became: null }];
    const page = shown(view(sampleClient()), { phase: 'running', steps });
    expect(page.indexOf('Asked for access')).toBeLessThan(page.indexOf('Connect Claude Code…'));
    expect(page).toContain('Waiting…');
    expect(page).not.toContain('Try the demo');
  });

  test('the manual steps say when the MCP server is not running', () => {
    expect(text(html(ManualSetup, { mcpUrl: null }))).toContain('The MCP server is not running');
  });
});

describe('a pairing request', () => {
  const pairing = {
    pairingId: 'p',
    kind: 'editor',
    name: 'An editor '.repeat(40),
    version: '1',
    pluginId: 'vscode',
    code: null,
    expiresAt: noon + 60_000,
  } as unknown as PairingView;

  test('cuts a very long name and offers the code', () => {
    const card = text(html(PairingCard, { pairing, now: noon }));
    expect(card).toContain('more characters');
    expect(card).toContain('in that editor. It connects');
    expect(card).toContain('Show the code');
  });

  test('with its code shown offers only Refuse', () => {
    const shown = { ...pairing, code: '12345678' };
    const card = text(html(PairingCard, { pairing: shown, now: noon }));
    expect(card).toContain('1234 5678');
    expect(card).not.toContain('Show the code');
  });
});

describe('Activity without entries', () => {
  const onClear = (): void => undefined;
  test.each([
    ['loading', false, 'Searching the ledger…'],
    ['shown', false, 'No activity yet'],
    ['shown', true, 'No entries match.'],
    ['failed', true, ''],
  ] as const)('while %s, filtered: %s', (status, isFiltered, expected) => {
    const page = text(html(EmptyActivity, { status, isFiltered, onClear }));
    expect(page.startsWith(expected)).toBe(true);
    if (expected === '') expect(page).toBe('');
  });
});

test('500 ended sessions are all listed, each with why it ended', () => {
  const ended = { at: noon, by: 'locked' } as const;
  const sessions = Array.from({ length: 500 }, (_, at) =>
    sampleSession({ sessionId: `s${at}` as never, ended, state: 'REVOKED' }),
  );
  const page = html(EndedSessions, { sessions });
  expect(page.match(/the screen was locked/g)).toHaveLength(500);
});

test('an ended session lists what can now run on the machine', () => {
  const files = [{ path: '/w/app/package.json', effect: 'npm runs its scripts.' }];
  const ended = { at: noon, by: 'root-gone' } as const;
  const session = sampleSession({ ended, state: 'EXPIRED', left: { files, more: 2 } });
  const page = text(html(EndedSessions, { sessions: [session] }));
  expect(page).toContain('its folder is gone or was replaced');
  expect(page).toContain('3 files it left can now run on your machine');
  expect(page).toContain('npm runs its scripts.');
  expect(page).toContain('and 2 more');
});

test('a sentence without one of its parts leaves it out', () => {
  const filled = fill('Key {key} of {owner}', { key: createElement('b', null, 'a') });
  expect(renderToStaticMarkup(filled)).toBe('Key <b>a</b> of ');
});
