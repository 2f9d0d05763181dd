/**
 * Stands in for the preloads when a page is opened in a normal browser by `npm run dev`: the pages
 * get fixture data, and commands answer with plausible replies. It is never part of a build.
 *
 *   /main.html                 the main window
 *   /ask.html?ask=access       the ask window; the names are in ask-fixtures.ts, and batch
 */
import type { AnswerReceipt, AskBridge, AskView } from '../src/shared/ipc/ask-window.ts';
import type { MainBridge } from '../src/shared/ipc/main-window.ts';
import { asks } from './ask-fixtures.ts';
import { history, replies, snapshot } from './fixtures.ts';

const answerLater = <T>(value: T): Promise<T> =>
  new Promise((resolve) => setTimeout(() => resolve(value), 150));

const main: MainBridge = {
  command: (name, ...payload) => {
    console.info('command', name, ...payload);
    return answerLater(replies[name]) as never;
  },
  onSnapshot: (listener) => {
    listener(snapshot);
    return () => undefined;
  },
};

const accepted: AnswerReceipt = { accepted: true };

const logged = <T>(name: string, value: T): Promise<T> => {
  console.info('ask', name);
  return answerLater(value);
};

const selected = new URLSearchParams(location.search).get('ask') ?? 'access';
const batchOf = (names: readonly string[]): Partial<AskView> => {
  const batch = names.flatMap((name) => {
    const one = asks[name];
    return one?.kind === 'confirm' ? [{ ask: one, isWaiting: true }] : [];
  });
  const [first] = batch;
  return first ? { ask: first.ask, batch } : {};
};

const view = {
  ask: asks[selected] ?? asks['access'],
  moreWaiting: 0,
  history,
  ...(selected === 'batch' ? batchOf(['network', 'command', 'hook']) : {}),
  hasSandbox: !location.search.includes('no-sandbox'),
} as AskView;

const ask: AskBridge = {
  onAsk: (listener) => {
    requestAnimationFrame(() => listener(view));
  },
  onPainted: (listener) => {
    setTimeout(() => listener(view.ask.askId), 50);
  },
  answer: (_id, answer) => logged(JSON.stringify(answer), accepted),
  always: () => logged('always', accepted),
  typed: (_id, text) => logged('typed', { matches: text.length > 0 }),
  seen: () => undefined,
  touched: () => undefined,
  pickFolder: () => logged('pick-folder', { kind: 'not-chosen' }),
  park: () => logged('park', undefined),
  fit: (_id, height) => logged(`fit ${height}`, undefined),
};

Object.assign(window, { gatehouse: main, gatehouseAsk: ask });
