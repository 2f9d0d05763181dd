import { beforeEach, expect, test, vi } from 'vitest';
import type { BrowserWindow } from 'electron';
import { AskWindowBounds, heightFor } from '../../src/main/shell/windows/ask-window-bounds.ts';

const workArea = { x: 100, y: 30, width: 1500, height: 970 };
vi.mock('electron', () => ({
  screen: {
    getCursorScreenPoint: () => ({ x: 0, y: 0 }),
    getDisplayNearestPoint: () => ({ workArea }),
    getDisplayMatching: () => ({ workArea }),
  },
}));

const frame = 28;
let bounds = { x: 0, y: 0, width: 500, height: 740 };
let isVisible = false;
const window = {
  getBounds: () => bounds,
  getContentBounds: () => ({ ...bounds, height: bounds.height - frame }),
  setBounds: (next: typeof bounds) => (bounds = next),
  isVisible: () => isVisible,
  webContents: { getZoomFactor: () => 1 },
};
let place: AskWindowBounds;

beforeEach(() => {
  bounds = { x: 0, y: 0, width: 500, height: 740 };
  isVisible = false;
  place = new AskWindowBounds(window as unknown as BrowserWindow);
});

test('a window is as high as its ask, within what is reasonable and what the screen has', () => {
  expect(heightFor({ wanted: 300, maxHeight: 1000 })).toBe(300);
  expect(heightFor({ wanted: 800, maxHeight: 1000 })).toBe(800);
  expect(heightFor({ wanted: 4000, maxHeight: 1400 })).toBe(900);
  expect(heightFor({ wanted: 800, maxHeight: 700 })).toBe(700);
  expect(heightFor({ wanted: 20, maxHeight: 700 })).toBe(200);
});

test('it comes up in the middle of the screen where the user is, its frame counted in', () => {
  place.fit(800);
  expect(bounds).toEqual({ x: 600, y: 77, width: 500, height: 800 + frame });
  place.fit(300);
  expect(bounds.height).toBe(300 + frame);
});

test('the width that the user gave it is kept', () => {
  place.fit(800);
  bounds = { ...bounds, width: 620 };
  place.fit(300);
  expect(bounds).toMatchObject({ width: 620, height: 300 + frame });
});

test('while it can be seen its upper edge stays, unless it would leave the screen', () => {
  place.fit(300);
  isVisible = true;
  const { x, y } = bounds;
  place.fit(400);
  expect(bounds).toMatchObject({ x, y, height: 400 + frame });
  place.fit(260);
  expect(bounds).toMatchObject({ x, y, height: 260 + frame });
  bounds = { ...bounds, y: 730 };
  place.fit(500);
  expect(bounds).toMatchObject({ x, y: 1000 - 500 - frame, height: 500 + frame });
});
