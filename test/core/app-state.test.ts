import { describe, expect, onTestFinished, test } from 'vitest';
import {
  agent,
  boldAccess,
  coreWith,
  granted,
  nextAsk,
  readAccess,
  recordingExecutor,
} from './core-fixture.ts';
import { defaultSettings } from '../../src/shared/app/settings.ts';
import { ruleWith } from './rule-fixture.ts';

async function watchedCore() {
  const app = await coreWith();
  let signals = 0;
  const watching = app.core.state.onChanged(() => (signals += 1));
  onTestFinished(() => watching.dispose());
  return { ...app, signals: () => signals };
}

const dark = { ...defaultSettings, theme: 'dark' } as const;
const notice = { id: 'n1', tone: 'info', title: 'Title', text: 'Text' } as const;

describe("the snapshot of the app's state", () => {
  test('many changes in one turn are one signal', async () => {
    const { core, clock, signals } = await watchedCore();
    core.state.setFacts({ version: '1', settings: defaultSettings });
    core.state.setFacts({ mcpUrl: 'http://127.0.0.1:1/mcp' });
    core.state.addNotice(notice);
    expect(signals()).toBe(0);
    await clock.advance(0);
    expect(signals()).toBe(1);
    core.state.dismissNotice('n1');
    await clock.advance(0);
    expect(signals()).toBe(2);
  });

  test('asks, sessions, entries and editors all speak through that one signal', async () => {
    const { core, clock, signals } = await watchedCore();
    const signalOf = async (change: () => void): Promise<boolean> => {
      await clock.advance(0);
      const before = signals();
      change();
      await clock.advance(0);
      return signals() > before;
    };
    const sessionId = await granted(core, clock);
    expect(await signalOf(() => void core.requests.open(boldAccess, agent))).toBe(true);
    const { askId } = await nextAsk(core, clock);
    expect(await signalOf(() => core.asks.park(askId))).toBe(true);
    expect(await signalOf(() => core.asks.withdraw(askId))).toBe(true);
    expect(await signalOf(() => void core.sessions.pause(sessionId))).toBe(true);
    expect(await signalOf(() => void core.sessions.resume(sessionId))).toBe(true);
    expect(await signalOf(() => void core.sessions.extend(sessionId, 60))).toBe(true);
    expect(await signalOf(() => void recordingExecutor(core))).toBe(true);
    expect(core.state.snapshot().sessions[0]?.state).toBe('ACTIVE');
    expect(await signalOf(() => void core.note('test', 'one'))).toBe(true);
    expect(await signalOf(() => void core.sessions.endAll('person'))).toBe(true);
    expect(await signalOf(() => undefined)).toBe(false);
  });

  test('it contains the rules as the user reads them, with their duration and last use', async () => {
    const { core, clock, signals } = await watchedCore();
    const before = signals();
    const rule = ruleWith({
      effect: 'deny',
      client: agent.clientId,
      actions: ['delete_file'],
      within: '/w/app',
      until: clock.now() + 60_000,
    });
    await core.rules.add(rule);
    await clock.advance(0);
    expect(signals()).toBeGreaterThan(before);
    expect(core.state.snapshot().rules).toEqual([
      {
        ruleId: rule.ruleId,
        effect: 'deny',
        sentence: 'Never let cursor delete a file or folder in /w/app.',
        client: 'cursor',
        folder: '/w/app',
        what: 'delete a file or folder',
        exactCall: null,
        fromEntry: null,
        createdAt: 0,
        until: rule.until,
        lastUsedAt: null,
      },
    ]);
    await clock.advance(60_000);
    expect(core.state.snapshot().rules).toEqual([]);
  });

  test('a burst of changes is a handful of signals, not one for each', async () => {
    const { core, clock, signals } = await watchedCore();
    recordingExecutor(core);
    await granted(core, clock);
    const before = signals();
    for (let round = 0; round < 100; round += 1) core.state.setFacts({ version: `${round}` });
    core.sessions.endAll('person');
    await clock.advance(0);
    expect(signals() - before).toBeLessThanOrEqual(3);
  });

  test('dismissing what is not there is no change', async () => {
    const { core, clock, signals } = await watchedCore();
    core.state.dismissNotice('nothing');
    await clock.advance(0);
    expect(signals()).toBe(0);
  });

  test('shows facts, notices, asks, sessions and entries', async () => {
    const { core, clock } = await watchedCore();
    core.state.setFacts({ version: '1.2.3', mcpUrl: 'http://127.0.0.1:1/mcp', settings: dark });
    core.state.addNotice(notice);
    const sessionId = await granted(core, clock);
    core.requests.open({ ...readAccess, roots: ['/w/lib'] }, agent);
    await clock.advance(0);
    expect(core.state.snapshot()).toMatchObject({
      version: '1.2.3',
      mcpUrl: 'http://127.0.0.1:1/mcp',
      settings: dark,
      notices: [notice],
      asks: [{ kind: 'access', reason: readAccess.reason }],
      sessions: [{ sessionId, state: 'DEGRADED' }],
      entries: [{ outcome: 'open' }, { outcome: 'done' }],
    });
  });

  test('a ledger that cannot be written is said until it can', async () => {
    const { core, ledgerStore } = await watchedCore();
    ledgerStore.failNext(1);
    expect(await core.note('test', 'one')).toBe(false);
    expect(core.state.snapshot().notices).toMatchObject([
      { id: 'ledger-trouble', tone: 'trouble' },
    ]);
    expect(await core.note('test', 'two')).toBe(true);
    expect(core.state.snapshot().notices).toEqual([]);
  });

  test('after closing nobody is told anything more', async () => {
    const { core, clock, signals } = await watchedCore();
    await core.dispose();
    const before = signals();
    core.state.addNotice(notice);
    await clock.advance(0);
    expect(signals()).toBe(before);
  });
});
