import { describe, expect, test } from 'vitest';
import {
  traySnapshot,
  type TrayLine,
  type TraySnapshot,
} from '../../src/main/shell/desktop/tray-menu.ts';
import type { Ask } from '../../src/shared/asks/asks.ts';
import type { Snapshot } from '../../src/shared/ipc/main-window.ts';
import { coreWith } from '../core/core-fixture.ts';
import { noon, sampleAsk, sampleSession } from '../renderer/samples.ts';

describe('the menu of the tray', () => {
  test('tells the state of the backend, once one is set up', async () => {
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
    expect(labels(lines)).toContain('Review: opencode wants 1 scope');
    expect(labels(lines)).toContain('Revoke opencode (15 min left)');
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
