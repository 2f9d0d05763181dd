import { useCallback, useEffect, useState } from 'react';
import type {
  AgentHistory,
  HistoryClient,
  HistoryProgress,
} from '../../shared/integrations/agent-history.ts';
import { bridge } from '../app/bridge.ts';
import { say } from '../app/store.ts';
import { historyText } from './history-text.ts';

export type HistoryState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'reading'; readonly progress: HistoryProgress }
  | { readonly kind: 'cancelled' }
  | { readonly kind: 'failed'; readonly why: string };

export interface PastHistory {
  readonly state: HistoryState;
  readonly history: AgentHistory | null;
  read(): void;
  cancel(): void;
  suggest(client: HistoryClient, folder: string, isOn: boolean): void;
}

const progressEveryMs = 400;
const none = { files: 0, bytes: 0 };
const idle: HistoryState = { kind: 'idle' };

/** What was read before stays on the page until it is read again. */
export function useHistory(): PastHistory {
  const [state, setState] = useState<HistoryState>(idle);
  const [history, setHistory] = useState<AgentHistory | null>(null);
  const isReading = state.kind === 'reading';
  const read = useCallback(() => {
    setState({ kind: 'reading', progress: none });
    void readNow().then((result) => {
      if (result.kind === 'read') setHistory(result.history);
      setState(result.kind === 'read' ? idle : result);
    });
  }, []);
  useEffect(() => {
    let isWanted = true;
    const look = async (): Promise<void> => {
      const [last, progress] = await Promise.all([
        bridge.command('history:last'),
        bridge.command('history:progress'),
      ]);
      if (!isWanted) return;
      setHistory((known) => known ?? (isHistory(last) ? last : null));
      // It was begun before the page was left, or by the command line.
      if (isProgress(progress)) read();
    };
    void look().catch(() => undefined);
    return () => {
      isWanted = false;
    };
  }, [read]);
  useEffect(() => {
    if (!isReading) return undefined;
    const timer = window.setInterval(() => {
      void bridge
        .command('history:progress')
        .then((progress) => {
          if (isProgress(progress))
            setState((now) => (now.kind === 'reading' ? { kind: 'reading', progress } : now));
        })
        .catch(() => undefined);
    }, progressEveryMs);
    return () => window.clearInterval(timer);
  }, [isReading]);
  return {
    ...{ state, history, read },
    cancel: () => void bridge.command('history:cancel').catch(() => undefined),
    suggest: (client, folder, isOn) => {
      void bridge
        .command('history:suggest', { client, folder, isOn })
        .catch(() => ({ done: false, why: historyText.notResponding }) as const)
        .then((receipt) => {
          if (receipt.done) setHistory(receipt.history);
          say(receipt.done ? (isOn ? historyText.saved : historyText.withdrawn) : receipt.why);
        });
    },
  };
}

const readNow = () =>
  bridge
    .command('history:read')
    .catch(() => ({ kind: 'failed', why: historyText.notResponding }) as const);

/** In a browser without the app there is neither. */
const isHistory = (reply: AgentHistory | null): reply is AgentHistory =>
  Array.isArray(reply?.clients);

const isProgress = (reply: HistoryProgress | null): reply is HistoryProgress =>
  typeof reply?.files === 'number';
