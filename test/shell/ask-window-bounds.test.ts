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
/** What the window manager takes off. */
let less = 0;
const window = {
  getBounds: () => bounds,
  getContentBounds: () => ({ ...bounds, height: bounds.height - frame }),
  setBounds: (next: typeof bounds) => (bounds = { ...next, height: next.height - less }),
  isVisible: () => isVisible,
  webContents: { getZoomFactor: () => 1 },
};
let place: AskWindowBounds;

beforeEach(() => {
  bounds = { x: 0, y: 0, width: 500, height: 740 };
  isVisible = false;
  less = 0;
  place = new AskWindowBounds(window as unknown as BrowserWindow);
});

test('a window is as high as its ask, within what is reasonable and what the screen has', () => {
  expect(heightFor({ own: 740, wanted: 300, maxHeight: 1000 })).toBe(740);
  expect(heightFor({ own: 740, wanted: 800, maxHeight: 1000 })).toBe(800);
  expect(heightFor({ own: 740, wanted: 4000, maxHeight: 1400 })).toBe(900);
  expect(heightFor({ own: 740, wanted: 800, maxHeight: 700 })).toBe(700);
  expect(heightFor({ own: 1100, wanted: 800, maxHeight: 1400 })).toBe(1100);
});

test('it comes up in the middle of the screen where the person is, its frame counted in', () => {
  place.fit(800);
  expect(bounds).toEqual({ x: 600, y: 77, width: 500, height: 800 + frame });
  place.fit(100);
  expect(bounds.height).toBe(740);
});

test('the size that the person gave it is kept', () => {
  place.fit(800);
  bounds = { ...bounds, width: 620, height: 860 };
  place.fit(100);
  expect(bounds).toMatchObject({ width: 620, height: 860 });
});

test('a height that the window manager changed is not the person’s, at once or a moment later', () => {
  less = 40;
  place.fit(4000);
  expect(bounds.height).toBe(860);
  less = 0;
  place.fit(4000);
  bounds = { ...bounds, height: 899 };
  place.fit(100);
  expect(bounds.height).toBe(740);
});

test('while it can be seen it stands still, or grows for the next ask and stays on the screen', () => {
  place.fit(100);
  isVisible = true;
  const before = bounds;
  place.fit(200);
  expect(bounds).toBe(before);
  bounds = { ...bounds, y: 230 };
  place.fit(860);
  expect(bounds).toEqual({ ...before, y: 112, height: 888 });
  place.fit(200);
  expect(bounds.height).toBe(888);
  isVisible = false;
  place.fit(200);
  expect(bounds.height).toBe(740);
});
