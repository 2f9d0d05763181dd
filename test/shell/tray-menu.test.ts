import { describe, expect, test } from 'vitest';
import {
  traySnapshot,
  type TrayLine,
  type TraySnapshot,
} from '../../src/main/shell/desktop/tray-menu.ts';
import { notices } from '../../src/shared/app/notices.ts';
import type { Ask } from '../../src/shared/asks/asks.ts';
import type { Snapshot } from '../../src/shared/ipc/main-window.ts';
import { coreWith } from '../core/core-fixture.ts';
import { noon, sampleAsk, sampleSession } from '../renderer/samples.ts';

describe('the menu of the tray', () => {
  test('shows the state of the backend, if one is configured', async () => {
    const { core, clock } = await coreWith();
    const snapshot = core.state.snapshot();
    const headings = (backend: Partial<typeof snapshot.backend>): readonly string[] => {
      const seen = { ...snapshot, backend: { ...snapshot.backend, ...backend } };
      const { lines } = traySnapshot(seen, clock.now());
      return lines.flatMap((line) => (line.kind === 'heading' ? [line.label] : []));
    };
    const url = 'ws://127.0.0.1:1/ws';
    const before = ['Nothing to review', 'No active sessions'];
    expect(headings({})).toEqual(before);
    expect(headings({ url, state: 'waiting' })).toEqual([...before, 'Backend: not connected']);
    expect(headings({ url, state: 'connected' })).toEqual([...before, 'Backend: connected']);
  });

  test('G6 names agents by their keys, not by what they call themselves', async () => {
    const { lines } = await stateOf({ asks: asks(1), sessions: [session] });
    expect(labels(lines)).toContain('Review: opencode wants to work in proj for 15 minutes');
    expect(labels(lines)).toContain('Revoke opencode (15 min left)');
  });

  test('names muted clients and what was refused without asking', async () => {
    const clientId = agent.clientId;
    const mute = { clientId, until: noon + 300_000, why: 'denied', about: 'asks' } as const;
    const { lines } = await stateOf({
      mutes: [mute],
      notices: [notices.tooManySessions('opencode', 8), notices.noKeyring],
    });
    expect(lines).toContainEqual({
      ...{ kind: 'unmute', clientId },
      label: expect.stringMatching(/^Unmute opencode \(muted until .*\)$/),
    });
    expect(labels(lines)[0]).toBe('opencode was refused: it has 8 active sessions…');
  });

  test('stays short however much is asked, and says where the rest is', async () => {
    const { lines, asking } = await stateOf({ asks: asks(30) });
    expect(asking).toBe(30);
    expect(lines.filter(({ kind }) => kind === 'ask')).toHaveLength(9);
    expect(lines[10]).toEqual({ kind: 'open', label: '21 more asks: open Gatehouse' });
    const { lines: few } = await stateOf({ asks: asks(10) });
    expect(few.filter(({ kind }) => kind === 'ask')).toHaveLength(10);
  });
});

const agent = { ...sampleAsk().agent, claimedName: 'Your trusted editor' };
const asks = (amount: number): readonly Ask[] =>
  Array.from({ length: amount }, () => sampleAsk({ agent }));
const session = sampleSession({ agent, expiresAt: noon + 900_000 });

async function stateOf(seen: Partial<Snapshot>): Promise<TraySnapshot> {
  const { core } = await coreWith();
  return traySnapshot({ ...core.state.snapshot(), ...seen }, noon);
}

const labels = (lines: readonly TrayLine[]): readonly string[] =>
  lines.flatMap((line) => ('label' in line ? [line.label] : []));
