import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { BrowserWindow } from 'electron';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  isWithinReach,
  MainWindowBounds,
} from '../../src/main/shell/windows/main-window-bounds.ts';

const workArea = { x: 0, y: 30, width: 1600, height: 970 };
vi.mock('electron', () => ({
  screen: {
    getAllDisplays: () => [{ workArea }],
    getDisplayMatching: () => ({ workArea }),
    getPrimaryDisplay: () => ({ workArea }),
  },
}));

const ours = { width: 1040, height: 700 };

function placeFile(): string {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'main-place-'));
  onTestFinished(() => fs.rmSync(folder, { recursive: true }));
  return path.join(folder, 'main-window.json');
}

const windowAt = (bounds: Electron.Rectangle, isMaximized = false): BrowserWindow =>
  ({ getNormalBounds: () => bounds, isMaximized: () => isMaximized }) as unknown as BrowserWindow;

test('the window reopens where it was, even after a restart', async () => {
  const file = placeFile();
  const place = new MainWindowBounds(file);
  expect(place.bounds()).toEqual(ours);
  const left = { x: 40, y: 60, width: 1300, height: 800 };
  await place.keep(windowAt(left, true));
  for (const item of [place, new MainWindowBounds(file)]) {
    expect(item.bounds()).toEqual(left);
    expect(item.isMaximized).toBe(true);
  }
});

test('on a screen that is gone it keeps its size and comes up where it can be seen', async () => {
  const place = new MainWindowBounds(placeFile());
  await place.keep(windowAt({ x: 2500, y: 60, width: 900, height: 600 }));
  expect(place.bounds()).toEqual({ width: 900, height: 600 });
  const reach = (x: number, y: number): boolean => isWithinReach({ ...ours, x, y }, [workArea]);
  expect([reach(1400, 300), reach(-800, 300), reach(0, 960)]).toEqual([true, true, true]);
  expect([reach(1500, 300), reach(-900, 300), reach(0, 0), reach(0, 990)]).toEqual(
    Array.from({ length: 4 }, () => false),
  );
});

test('it is never larger than the screen, and can be taken hold of then too', async () => {
  const place = new MainWindowBounds(placeFile());
  await place.keep(windowAt({ x: 0, y: 30, width: 3840, height: 2100 }));
  expect(place.bounds()).toEqual(workArea);
  for (const x of [2500, -1500]) {
    await place.keep(windowAt({ x, y: 60, width: 3000, height: 2100 }));
    expect(place.bounds()).toEqual({ width: 1600, height: 970 });
  }
});

test('a file that is broken is nothing to remember', () => {
  const file = placeFile();
  fs.writeFileSync(file, '{"x":1');
  expect(new MainWindowBounds(file).bounds()).toEqual(ours);
  fs.writeFileSync(file, '{"x":1,"y":1,"width":"900","height":1,"isMaximized":false}');
  expect(new MainWindowBounds(file).bounds()).toEqual(ours);
});
