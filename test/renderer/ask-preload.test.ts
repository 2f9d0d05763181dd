import { beforeEach, describe, expect, it, vi } from 'vitest';
import { pushChannels } from '../../src/shared/ipc/channels.ts';
import type { AskBridge, AskView } from '../../src/shared/ipc/ask-window.ts';
import { noHistory as history, sampleAsk } from './samples.ts';

const electron = vi.hoisted(() => ({
  invoke: vi.fn<(name: string, payload: unknown) => Promise<unknown>>(() => Promise.resolve()),
  on: vi.fn<(channel: string, listener: (event: unknown, view: unknown) => void) => void>(),
  exposed: new Map<string, unknown>(),
}));
vi.mock('electron', () => ({
  contextBridge: {
    exposeInMainWorld: (name: string, api: unknown) => electron.exposed.set(name, api),
  },
  ipcRenderer: { invoke: electron.invoke, on: electron.on },
}));

const first: AskView = { ask: sampleAsk(), moreWaiting: 0, history, hasSandbox: true };
const second: AskView = { ...first, ask: sampleAsk({ askId: crypto.randomUUID() as never }) };

let frames: (() => void)[] = [];
const paint = (): void => frames.splice(0).forEach((frame) => frame());
const push = (view: AskView | null): void => {
  const received = electron.on.mock.calls.find(([channel]) => channel === pushChannels.ask);
  received?.[1]({}, view);
};
const reports = (): readonly string[] => electron.invoke.mock.calls.map(([name]) => name);

async function freshBridge(): Promise<AskBridge> {
  await import('../../src/preload/ask.ts');
  return electron.exposed.get('gatehouseAsk') as AskBridge;
}

beforeEach(() => {
  vi.resetModules();
  electron.invoke.mockClear();
  electron.on.mockClear();
  frames = [];
  vi.stubGlobal('requestAnimationFrame', (frame: () => void) => frames.push(frame));
});

describe('the preload of the ask window', () => {
  it('says committed once the page has drawn, and painted two frames later', async () => {
    const bridge = await freshBridge();
    bridge.onAsk(() => {
      expect(reports()).toEqual([]);
      return 700;
    });
    push(first);
    expect(reports()).toEqual(['ask:committed']);
    paint();
    expect(reports()).toEqual(['ask:committed']);
    paint();
    expect(electron.invoke).toHaveBeenLastCalledWith('ask:painted', { askId: first.ask.askId });
  });

  it('notifies the page once the main process knows that it was painted', async () => {
    const bridge = await freshBridge();
    const sent: string[] = [];
    bridge.onPainted((askId) => void sent.push(askId));
    bridge.onAsk(() => 700);
    push(first);
    paint();
    paint();
    expect(sent).toEqual([]);
    await vi.waitFor(() => expect(sent).toEqual([first.ask.askId]));
  });

  it('does not say painted for an ask that a newer one has replaced', async () => {
    const bridge = await freshBridge();
    bridge.onAsk(() => 700);
    push(first);
    push(second);
    paint();
    paint();
    const painted = electron.invoke.mock.calls.filter(([name]) => name === 'ask:painted');
    expect(painted).toEqual([['ask:painted', { askId: second.ask.askId }]]);
  });

  it('says painted for an ask around which something changes with every frame', async () => {
    const bridge = await freshBridge();
    bridge.onAsk(() => 700);
    push(first);
    paint();
    push({ ...first, moreWaiting: 1 });
    expect(reports()).not.toContain('ask:painted');
    paint();
    expect(electron.invoke).toHaveBeenLastCalledWith('ask:painted', { askId: first.ask.askId });
  });

  it('does not count the frames of another ask that came between', async () => {
    const bridge = await freshBridge();
    bridge.onAsk(() => 700);
    push(first);
    push(second);
    paint();
    push(first);
    paint();
    expect(reports()).not.toContain('ask:painted');
    paint();
    expect(electron.invoke).toHaveBeenLastCalledWith('ask:painted', { askId: first.ask.askId });
  });

  it('reports nothing when the page could not draw', async () => {
    const bridge = await freshBridge();
    bridge.onAsk((view) => {
      if (view) throw new Error('broken page');
      return 0;
    });
    expect(() => push(first)).toThrow('broken page');
    expect(reports()).toEqual([]);
  });

  it('keeps an ask for a page that is not there yet', async () => {
    const bridge = await freshBridge();
    push(first);
    expect(reports()).toEqual([]);
    const seen = vi.fn<(view: AskView | null) => number>(() => 812);
    bridge.onAsk(seen);
    expect(seen).toHaveBeenCalledWith(first);
    const { askId } = first.ask;
    expect(electron.invoke.mock.calls).toEqual([['ask:committed', { askId, height: 812 }]]);
  });

  it('offers the page its few verbs and nothing else', async () => {
    expect(Object.keys(await freshBridge()).toSorted()).toEqual([
      'always',
      'answer',
      'fit',
      'onAsk',
      'onPainted',
      'park',
      'pickFolder',
      'seen',
      'touched',
      'typed',
    ]);
    expect([...electron.exposed.keys()]).toEqual(['gatehouseAsk']);
  });
});
