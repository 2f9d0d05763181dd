import { describe, expect, test } from 'vitest';
import { trayPicture } from '../../src/main/shell/tray-menu.ts';
import { coreWith } from '../core/core-fixture.ts';

describe('the menu of the tray', () => {
  test('tells the state of the backend, once one is set up', async () => {
    const { core, clock } = await coreWith();
    const snapshot = core.state.snapshot();
    const headings = (backend: Partial<typeof snapshot.backend>): readonly string[] => {
      const seen = { ...snapshot, backend: { ...snapshot.backend, ...backend } };
      const { lines } = trayPicture(seen, clock.now());
      return lines.flatMap((line) => (line.kind === 'heading' ? [line.label] : []));
    };
    const url = 'ws://127.0.0.1:1/ws';
    const before = ['Nothing is asked', 'No live session'];
    expect(headings({})).toEqual(before);
    expect(headings({ url, state: 'waiting' })).toEqual([...before, 'Backend: not connected']);
    expect(headings({ url, state: 'connected' })).toEqual([...before, 'Backend: connected']);
  });
});
