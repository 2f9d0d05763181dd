/** Programs that ask to be paired without end: the window comes up once, and others keep their place. */
import { describe, expect, test } from 'vitest';
import { PluginPairing, type PairingRequester } from '../../src/main/transports/plugins/pairing.ts';
import { RaiseLimit } from '../../src/main/shell/windows/raise-limit.ts';
import type { PairingId, PairingView } from '../../src/shared/integrations/pairing.ts';
import { FakeClock } from '../fakes/fake-clock.ts';
import { TestApp } from '../fakes/test-app.ts';
import { post } from '../bridges/fake-extension.ts';

function pairingWith() {
  const clock = new FakeClock();
  let shown: readonly PairingView[] = [];
  const turnedAway: number[] = [];
  const editorOverview = new PluginPairing({
    clock,
    show: (pairings) => (shown = pairings),
    onTurnedAway: (count) => turnedAway.push(count),
  });
  let raised = 0;
  const following = editorOverview.onAsked(() => (raised += 1));
  const ended: string[] = [];
  const ask = (requester: string, kind: PairingRequester['kind'] = 'editor'): PairingId | null => {
    const connection = { kind, requester, pluginId: requester, name: requester, version: '1' };
    const answer = editorOverview.ask({
      ...connection,
      codeShown: () => undefined,
      ended: (why) => ended.push(`${requester}: ${why}`),
    });
    return typeof answer === 'string' ? answer : null;
  };
  const close = async (): Promise<void> => {
    editorOverview.dispose();
    await following.dispose();
  };
  return {
    editorOverview,
    clock,
    ask,
    ended,
    turnedAway,
    close,
    shown: () => shown,
    raised: () => raised,
  };
}

describe('N6 a flood of programs that ask to be paired', () => {
  test('raises the window once a minute, and again once the user answered', async () => {
    const { editorOverview, ask, clock, raised, close } = pairingWith();
    for (let n = 0; n < 80; n += 1) {
      const id = ask(`p${n}`, n % 2 === 0 ? 'editor' : 'browser');
      if (id) editorOverview.forget(id);
      await clock.advance(100);
    }
    expect(raised()).toBe(1);
    const id = ask('mine');
    expect(id && editorOverview.allow(id)).toBe(true);
    ask('next');
    expect(raised()).toBe(2);
    await clock.advance(60_000);
    ask('later');
    expect(raised()).toBe(3);
    await close();
  });

  test('one process takes two places at most, and no editor the place of a browser', async () => {
    const { ask, shown, turnedAway, close } = pairingWith();
    for (let n = 0; n < 50; n += 1) ask('flooder');
    expect(shown()).toHaveLength(2);
    expect(turnedAway.at(-1)).toBe(48);
    expect(ask('vscode')).not.toBeNull();
    expect(ask('firefox', 'browser')).not.toBeNull();
    await close();
  });

  test('with all places taken, the oldest without a code gives way after a while', async () => {
    const { editorOverview, ask, clock, shown, ended, close } = pairingWith();
    const first = ask('a');
    ask('b');
    ask('c');
    expect(first && editorOverview.allow(first)).toBe(true);
    expect(ask('vscode')).toBeNull();
    await clock.advance(15_000);
    expect(ask('vscode')).not.toBeNull();
    expect(ended).toEqual(['b: others asked to be paired; try again']);
    expect(shown().map(({ name }) => name)).toEqual(['a', 'c', 'vscode']);
    await close();
  });

  test('over HTTP it is one notice with a count', async () => {
    const app = await TestApp.open();
    const { state } = app.app.core;
    const port = state.snapshot().browserPort ?? 0;
    for (let n = 0; n < 60; n += 1) {
      const id = n
        .toString(16)
        .padStart(2, 'a')
        .replaceAll(/[^a-p]/g, 'p');
      const origin = `chrome-extension://${id.padEnd(32, 'abcdefghijklmnop')}`;
      await post(port, '/browser/pair', { name: `n${n}`, version: '1' }, { origin });
    }
    const { pairings, notices } = state.snapshot();
    expect(pairings.length).toBeLessThanOrEqual(2);
    expect(notices.filter(({ id }) => id === 'pairing-flood')).toHaveLength(1);
  });

  test('a program can bring up the window only as often as allowed, until the user acts', () => {
    let now = 0;
    const limit = new RaiseLimit({ most: 1, withinMs: 60_000 }, () => now);
    expect([limit.mayRaise(), limit.mayRaise()]).toEqual([true, false]);
    limit.acted();
    expect([limit.mayRaise(), limit.mayRaise()]).toEqual([true, false]);
    now = 60_000;
    expect(limit.mayRaise()).toBe(true);
  });
});
