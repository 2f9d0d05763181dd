/** States of the pages that the end-to-end tests do not reach: empty, loading, failed, late, long, many. */
import { createElement, type FunctionComponent } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test, vi } from 'vitest';
import type { PairingView } from '../../src/shared/integrations/pairing.ts';
import { noon, sampleAsk, sampleConfirm, sampleSession } from './samples.ts';

// The pages read the bridge when they are loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouse: {}, gatehouseAsk: {} });

const { AskCard } = await import('../../src/renderer/inbox/ask-card.tsx');
const { ConnectGuide } = await import('../../src/renderer/inbox/connect-guide.tsx');
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

describe('the guide of an empty inbox', () => {
  const demo = { phase: 'off', steps: [] } as const;

  test('says that the MCP server is not running', () => {
    const guide = text(html(ConnectGuide, { mcpUrl: null, demo }));
    expect(guide).toContain('The MCP server is not running');
  });

  test('shows the demo first once it was started', () => {
    const steps = [{ what: 'Asked for access', became: null }];
    const guide = text(
      html(ConnectGuide, { mcpUrl: 'http://x/mcp', demo: { phase: 'running', steps } }),
    );
    expect(guide.indexOf('Asked for access')).toBeLessThan(guide.indexOf('What Gatehouse does'));
    expect(guide).toContain('Waiting…');
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
    ['shown', false, 'Everything agents ask for and do is recorded here'],
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

test('a sentence without one of its parts leaves it out', () => {
  const filled = fill('Key {key} of {owner}', { key: createElement('b', null, 'a') });
  expect(renderToStaticMarkup(filled)).toBe('Key <b>a</b> of ');
});
