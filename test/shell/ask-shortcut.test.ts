import { beforeEach, expect, test, vi } from 'vitest';
import { Emitter } from '../../src/shared/base/emitter.ts';
import { AskShortcut } from '../../src/main/shell/desktop/ask-shortcut.ts';

const registered = new Map<string, () => void>();
let taken: readonly string[] = [];
vi.mock('electron', () => ({
  globalShortcut: {
    register: (keys: string, press: () => void) => {
      if (keys === 'Ctrl+Nonsense') throw new TypeError('unknown');
      if (taken.includes(keys)) return false;
      registered.set(keys, press);
      return true;
    },
    unregister: (keys: string) => void registered.delete(keys),
  },
}));

const changed = new Emitter<void>();
const settings: { askShortcut: string | null } = { askShortcut: 'Ctrl+Shift+G' };
const facts: unknown[] = [];
const pressed = vi.fn<() => void>();

const start = (): AskShortcut => {
  const state = { onChanged: changed.on, setFacts: (fact: object) => void facts.push(fact) };
  const shortcut = new AskShortcut({ state, settings, onPressed: pressed });
  shortcut.start();
  return shortcut;
};

beforeEach(() => {
  registered.clear();
  facts.length = 0;
  taken = [];
  settings.askShortcut = 'Ctrl+Shift+G';
  pressed.mockClear();
});

test('brings up the waiting ask, and is given back when the app ends', async () => {
  const shortcut = start();
  registered.get('Ctrl+Shift+G')?.();
  expect(pressed).toHaveBeenCalledOnce();
  expect(facts).toEqual([{ hasShortcutFailed: false }]);
  await shortcut.dispose();
  expect(registered.size).toBe(0);
});

test('follows the setting, and is tried once for each value', async () => {
  const shortcut = start();
  settings.askShortcut = 'Alt+F9';
  changed.emit();
  changed.emit();
  expect([...registered.keys()]).toEqual(['Alt+F9']);
  settings.askShortcut = null;
  changed.emit();
  expect(registered.size).toBe(0);
  expect(facts).toHaveLength(3);
  await shortcut.dispose();
});

test.each([['one that another program has'], ['one that the system does not know']])(
  'says so when it cannot be had: %s',
  async (what) => {
    if (what.includes('another')) taken = ['Ctrl+Shift+G'];
    else settings.askShortcut = 'Ctrl+Nonsense';
    const shortcut = start();
    expect(facts).toEqual([{ hasShortcutFailed: true }]);
    await shortcut.dispose();
  },
);
