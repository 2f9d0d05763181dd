/**
 * All the ask window can do: be shown an ask, answer it by id, put it off.
 * It also tells main when an ask is in the page and when it is on the screen.
 */
import { contextBridge, ipcRenderer } from 'electron';
import type { AskId } from '../shared/base/ids.ts';
import { pushChannels } from '../shared/ipc/channels.ts';
import type {
  AnswerReceipt,
  AskBridge,
  AskCommand,
  AskPayload,
  AskView,
  PickReceipt,
} from '../shared/ipc/ask-window.ts';

type AskListener = (view: AskView | null) => number;

let show: AskListener | null = null;
let latest: AskView | null = null;
/** Increases with every new ask, but not with updates of the same one. */
let turn = 0;
let painted: ((askId: AskId) => void) | null = null;

const send = <Name extends AskCommand>(name: Name, payload: AskPayload<Name>): Promise<unknown> =>
  ipcRenderer.invoke(name, payload);

const report = <Name extends 'ask:committed' | 'ask:painted'>(
  name: Name,
  payload: AskPayload<Name>,
  then?: () => void,
): void => {
  send(name, payload).then(then, (error: unknown) => console.error(name, error));
};

/** Hidden pages get no frames, so this waits until the window is really on the screen. */
const afterPaint = (run: () => void): void => {
  requestAnimationFrame(() => requestAnimationFrame(run));
};

function present(view: AskView | null): void {
  if (show === null) return;
  const height = show(view);
  if (view === null) return;
  const { askId } = view.ask;
  report('ask:committed', { askId, height });
  const shownIn = turn;
  afterPaint(() => {
    if (shownIn === turn) report('ask:painted', { askId }, () => painted?.(askId));
  });
}

/** Other asks are shown; an answer to one of a card shows no others. */
const keyOf = (view: AskView | null): string | undefined =>
  view?.batch?.map(({ ask }) => ask.askId).join(' ') ?? view?.ask.askId;

ipcRenderer.on(pushChannels.ask, (_event, view: AskView | null) => {
  if (keyOf(view) !== keyOf(latest)) turn += 1;
  latest = view;
  present(view);
});

const bridge: AskBridge = {
  onAsk: (listener) => {
    show = listener;
    // The first ask may be older than the page.
    present(latest);
  },
  onPainted: (listener) => {
    painted = listener;
  },
  answer: (askId, answer) => send('ask:answer', { askId, answer }) as Promise<AnswerReceipt>,
  always: (askId, seconds) => send('ask:always', { askId, seconds }) as Promise<AnswerReceipt>,
  typed: (askId, text) => send('ask:typed', { askId, text }) as Promise<{ matches: boolean }>,
  seen: (askId, parts) => void send('ask:seen', { askId, parts }).catch(() => undefined),
  touched: (askId) => void send('ask:touched', { askId }).catch(() => undefined),
  pickFolder: (askId, root) => send('ask:pick-folder', { askId, root }) as Promise<PickReceipt>,
  park: async (askId) => {
    await send('ask:park', { askId });
  },
  fit: async (askId, height) => {
    await send('ask:fit', { askId, height });
  },
};

contextBridge.exposeInMainWorld('gatehouseAsk', bridge);
