/** What a session's card says besides its time: how it started, and whether it is sandboxed. */
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { snapshot } from '../../dev/fixtures.ts';
import type { Session } from '../../src/shared/access/access.ts';
import type { Snapshot } from '../../src/shared/ipc/main-window.ts';
import { noon, sampleSession } from './samples.ts';

// The page reads the bridge when it is loaded; nothing here sends a command.
vi.stubGlobal('window', { gatehouse: {} });

const { LiveSession } = await import('../../src/renderer/sessions/live-session.tsx');

// Without a browser, React draws only what the store began with.
const shown = vi.hoisted(() => ({ snapshot: null as Snapshot | null }));
vi.mock(import('../../src/renderer/app/store.ts'), async (original) => {
  const store = await original();
  const useMain = (select: (state: { readonly snapshot: Snapshot | null }) => unknown): unknown =>
    select(shown);
  return { ...store, useMain: useMain as typeof store.useMain };
});

const beginWith = (parts: Partial<Snapshot>): void => {
  shown.snapshot = { ...snapshot, ...parts };
};

const textOf = (session: Session): string =>
  renderToStaticMarkup(
    createElement(LiveSession, { branch: { session, parent: null, parts: [] }, now: noon }),
  ).replaceAll(/<[^>]*>/g, ' ');

beforeEach(() => beginWith({}));

describe('how it started', () => {
  const started = 'Started without asking, by a standing grant.';

  test('by a standing grant, with the way to it while it exists', () => {
    const standingGrant = snapshot.standing?.[0]?.grantId;
    const text = textOf(sampleSession({ standingGrant }));
    expect(text).toContain(started);
    expect(text).toContain('Show it in Rules');
  });

  test('by a standing grant that was removed since', () => {
    const text = textOf(sampleSession({ standingGrant: 'gone' }));
    expect(text).toContain(started);
    expect(text).not.toContain('Show it in Rules');
  });

  test('by an answer: nothing is said', () =>
    expect(textOf(sampleSession())).not.toContain(started));
});

describe('where there is no sandbox', () => {
  const warning = 'No sandbox: commands run with all your rights.';
  const runs = sampleSession({ scopes: ['read:files', 'run:commands'] });

  test('a session that runs commands says so, with cause and fix', () => {
    const text = textOf(runs);
    expect(text).toContain(warning);
    expect(text).toContain('bubblewrap is not installed');
    expect(text).toContain('sudo apt install bubblewrap');
  });

  test('one that only reads does not', () =>
    expect(textOf(sampleSession())).not.toContain(warning));

  test('nor does any where there is one', () => {
    beginWith({ sandbox: { kind: 'ready', version: '0.8.0' } });
    const text = textOf(runs);
    expect(text).not.toContain(warning);
    expect(text).toContain('Sandboxed.');
  });

  test('a session for an agent’s own tools does not call those sandboxed', () => {
    beginWith({ sandbox: { kind: 'ready', version: '0.8.0' } });
    const text = textOf({ ...runs, agent: { ...runs.agent, door: 'hook' } });
    expect(text).toContain('the agent’s own tools are not');
    expect(text).not.toContain('Sandboxed.');
  });
});

test('a host that a rule allowed names the rule', () => {
  const [session] = snapshot.sessions;
  if (!session) throw new Error('there is no fixture');
  expect(textOf(session)).toContain('Rule: Let claude-code reach registry.example:443');
});
